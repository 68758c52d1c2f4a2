import { expect, test } from 'vitest';
import { BodyRoom } from '../../src/http/body.ts';

const refused = expect.objectContaining({ code: 'RATE_LIMITED' });

test('one tenant has half of the room for bodies, and all of them together have all', () => {
  const room = new BodyRoom(10);
  room.take('a', 5);
  expect(() => room.take('a', 1)).toThrow(refused);
  room.take('b', 4);
  room.take('c', 1);
  expect(() => room.take('b', 1)).toThrow(refused);
  room.give('a', 5);
  room.take('b', 1);
  expect(() => room.take('b', 1)).toThrow(refused);
  room.take('a', 4);
  expect(() => room.take('c', 1)).toThrow(refused);
});
