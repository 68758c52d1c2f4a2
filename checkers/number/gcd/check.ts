import { decide, reject } from '../../decide.ts';
import { readInteger } from '../../documents/number.ts';
import { readRequest } from '../../documents/request.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readBezout } from './bezout.ts';

/** Decides `number.gcd@1`: gcd ≥ 0, gcd = a·x + b·y, and gcd divides a and b, where 0 divides only 0. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'number.gcd@1', ['a', 'b', 'bezout']);
    const a = readInteger(roles[0], '/roles/a');
    const b = readInteger(roles[1], '/roles/b');
    const { gcd, x, y } = readBezout(roles[2], '/roles/bezout');
    const value = '/roles/bezout/value';
    if (gcd < 0n) reject('the divisor is negative', `${value}/gcd`);
    if (!divides(gcd, a)) reject('the divisor does not divide a', `${value}/gcd`);
    if (!divides(gcd, b)) reject('the divisor does not divide b', `${value}/gcd`);
    if (gcd !== a * x + b * y) reject('the divisor is not a·x + b·y', value);
  });
}

function divides(divisor: bigint, multiple: bigint): boolean {
  return divisor === 0n ? multiple === 0n : multiple % divisor === 0n;
}
