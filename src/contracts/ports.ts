import { place } from '../canonical/pointer.ts';
import { AssayError } from '../errors.ts';
import type { PortContract } from './capability.ts';

/**
 * That values are bound to exactly the ports of one side of a capability, each of a type that its port declares. Nothing but
 * names of ports and ids of types decides.
 *
 * @param types by name of the port, the type of the value bound to it.
 * @throws AssayError PORT_UNDECLARED, PORT_MISSING or PORT_INCOMPATIBLE at `/<port>`.
 */
export function requirePorts(ports: readonly PortContract[], types: Readonly<Record<string, string>>): void {
  requirePortNames(ports, Object.keys(types));
  for (const port of ports) {
    if (port.types.some(({ type }) => type === types[port.name])) continue;
    throw new AssayError('PORT_INCOMPATIBLE', 'this port does not take values of this type', {
      at: place([port.name]),
      next: `it takes ${port.types.map(({ type }) => type).join(' or ')}`,
    });
  }
}

/** The names alone. @throws AssayError PORT_UNDECLARED or PORT_MISSING at `/<port>`. */
export function requirePortNames(ports: readonly PortContract[], names: readonly string[]): void {
  const undeclared = names.find((name) => !ports.some((port) => port.name === name));
  if (undeclared !== undefined) {
    const declared = ports.map(({ name }) => name).join(', ');
    throw new AssayError('PORT_UNDECLARED', 'the capability declares no such port', {
      at: place([undeclared]),
      next: declared === '' ? 'it declares none on this side' : `it declares ${declared}`,
    });
  }
  const missing = ports.find(({ name }) => !names.includes(name));
  if (missing !== undefined) {
    throw new AssayError('PORT_MISSING', 'nothing is bound to this port', { at: place([missing.name]) });
  }
}
