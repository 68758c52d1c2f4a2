import type { JsonValue } from '../../canonical/json.ts';
import { Room } from '../room.ts';
import { type Fault, type Layout, malformed } from './card.ts';
import { Program } from './program.ts';

/** In this order; those in brackets may be left out. */
const SECTIONS = ['(NAME)', '(OBJSENSE)', 'ROWS', 'COLUMNS', '(RHS)', '(BOUNDS)', 'ENDATA'] as const;

/** The second word of the lines that stand around integer columns. */
const MARKER = "'MARKER'";

type Section = 'NAME' | 'OBJSENSE' | 'ROWS' | 'COLUMNS' | 'RHS' | 'BOUNDS' | 'ENDATA';

/** One way to read an MPS file, line by line. Comments and empty lines are not among its lines. */
export class Reading {
  readonly #layout: Layout;
  readonly #program: Program;
  #section: Section | undefined;
  #line = 0;
  #saysSense = true;

  constructor(layout: Layout, mostBytes: number) {
    this.#layout = layout;
    this.#program = new Program(new Room(mostBytes));
  }

  /** @param number Of the line, from 1. */
  read(line: string, number: number): void {
    this.#line = number;
    this.#program.line = number;
    if (this.#section === 'ENDATA') throw this.#fault('something follows ENDATA');
    if (line.startsWith(' ') || line.startsWith('\t')) this.#data(line);
    else this.#header(line);
  }

  /** The linear program; `number` is that of the line where the file ends. */
  finish(number: number): JsonValue {
    if (this.#section !== 'ENDATA') throw malformed(number, 'the file ends without ENDATA');
    return this.#program.value();
  }

  #header(line: string): void {
    const [word = '', ...rest] = line.trim().split(/[ \t]+/);
    if (word === 'RANGES') {
      throw this.#fault('ranges are not read', 'write each row with a range as two rows');
    }
    const section = this.#next(word);
    if (!this.#saysSense) throw this.#fault('the section before says no sense of the objective');
    this.#section = section;
    if (section === 'NAME') return;
    if (section === 'OBJSENSE') {
      this.#saysSense = rest.length > 0;
      if (rest.length === 1) this.#program.sense(rest[0] ?? '');
    }
    if (rest.length > (section === 'OBJSENSE' ? 1 : 0))
      throw this.#fault('the line goes on where it should end');
  }

  /** The section that a header begins, where it may stand here. */
  #next(word: string): Section {
    const now = SECTIONS.findIndex((name) => name.replace(/\W/g, '') === this.#section);
    for (const name of SECTIONS.slice(now + 1)) {
      const section = name.replace(/\W/g, '') as Section;
      if (section === word) return section;
      if (!name.startsWith('(')) break;
    }
    throw this.#fault(
      'this section is unknown, or not where it should stand',
      `the sections are ${SECTIONS.join(', ')}, in this order`,
    );
  }

  #data(line: string): void {
    const program = this.#program;
    switch (this.#section) {
      case 'OBJSENSE':
        program.sense(line.trim());
        this.#saysSense = true;
        return;
      case 'ROWS':
        program.row(this.#layout.row(line, this.#fault));
        return;
      case 'COLUMNS':
        this.#refuseMarker(line);
        program.column(this.#layout.column(line, this.#fault));
        return;
      case 'RHS':
        program.rightHandSide(this.#layout.rightHandSide(line, this.#fault));
        return;
      case 'BOUNDS':
        program.bound(this.#layout.bound(line, this.#fault));
        return;
      default:
        throw this.#fault('a line with data stands before the sections that have data');
    }
  }

  #refuseMarker(line: string): void {
    if (!line.includes(MARKER) || line.trim().split(/[ \t]+/)[1] !== MARKER) return;
    throw this.#fault('integer columns are no part of a linear program', 'give the relaxation instead');
  }

  readonly #fault: Fault = (message, next) => malformed(this.#line, message, next);
}
