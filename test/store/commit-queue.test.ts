import { test } from 'vitest';
import { playWithQueue } from './queue-play.ts';

test('whatever another process answers, each piece of work is done once or refused, in order, and nobody waits for ever', () =>
  playWithQueue(80));
