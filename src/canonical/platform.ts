/** Node's own Buffer, where the platform has it; found without an import, so that the same file runs in a browser. */
export const buffer = globalThis.process?.getBuiltinModule?.('node:buffer')?.Buffer;
