/** A process that cannot start. */
throw new Error('no rules here');
