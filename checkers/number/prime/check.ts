import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { readInteger } from '../../documents/number.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { provenPrimes } from '../pratt.ts';

/** Decides `number.prime@1`: every entry of the certificate is right, and n is 2 or has one. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'number.prime@1', ['n', 'certificate']);
    const n = readInteger(roles[0], '/roles/n');
    const { value } = readDocument(roles[1], ['number.pratt@1'], '/roles/certificate');
    const at = '/roles/certificate/value';
    const { primes } = members(value, ['primes'], [], at);
    const proven = provenPrimes(primes, `${at}/primes`, new Budget());
    if (!proven.has(n.toString())) reject('the certificate has no entry for n', `${at}/primes`);
  });
}
