import { test } from 'vitest';
import { playWithQueue } from './queue-play.ts';

test('whatever another process answers, thousands of times: nothing is lost, done twice or waits for ever', () =>
  playWithQueue(2_000));
