import type { AnswerStore, Once, StoredAnswer } from '../answers.ts';
import { type Access, answered, readJsonText } from './access.ts';

export class SqliteAnswers implements AnswerStore {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  answer(token: string, key: string): Promise<StoredAnswer | null> {
    const { tenant, statements, read } = this.#access;
    return read(() => {
      const row = statements.service.answer.get({ tenant, token, key });
      return row === undefined
        ? null
        : { request: row.request, status: row.status, body: readJsonText(row.body) };
    });
  }

  keep(once: Once<void>): Promise<void> {
    return this.#access.write(() => answered(this.#access, once, () => undefined));
  }
}
