/** A thread that cannot start. */
throw new Error('no rules here');
