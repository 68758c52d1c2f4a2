import { test } from 'vitest';
import { killAgainAndAgain, stopUnderLoad } from './service-killing.ts';

test('eight kills of a service under load lose nothing that it acknowledged', {
  timeout: 1_200_000,
}, async () => {
  await killAgainAndAgain(8);
});

test('a service that is told to end under load answers or refuses every request', {
  timeout: 300_000,
}, async () => {
  await stopUnderLoad();
});
