import { freezeReachable } from './freeze.ts';
import { realm } from './realm.ts';
import { scrub } from './scrub.ts';
import { serve } from './serve.ts';

const TEXTS = { realm: String(realm), freeze: String(freezeReachable) };

/**
 * What a checker process runs, as the argument of `node -e`: with no permission to read files it could not load a module.
 * The text of the functions themselves, so that the checkout (types stripped) and the compiled package need no copying
 * step; what they use, they hold.
 */
export const HARNESS = `'use strict';(${serve})(require,${JSON.stringify(TEXTS)},${scrub},${freezeReachable});`;
