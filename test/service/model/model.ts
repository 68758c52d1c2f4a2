import { collect } from './collect.ts';
import { changeInstance } from './instance.ts';
import { letEnd } from './jobs.ts';
import type { Met } from './met.ts';
import type { ModelService } from './service.ts';
import type { Step } from './step.ts';
import { changeTenants } from './tenancy.ts';
import { at } from './things.ts';
import { useValues } from './values.ts';
import { useCheckers } from './verifications.ts';
import { look, lookAtAll, lookAtCertified } from './views.ts';
import { World } from './world.ts';

/** Steps that change what is certified, or what that comes to. */
const PROVING: ReadonlySet<Step['do']> = new Set([
  'verify',
  'pipeline',
  'cancel',
  'let end',
  'discharge',
  'revoke',
  'revoke tenant',
]);

/** The real service beside a model of who may see what and of what is assured; every step compares the two. */
export class Model {
  readonly #world: World;
  readonly #met: Met;
  #taken = 0;

  constructor(service: ModelService, met: Met) {
    this.#world = new World(service);
    this.#met = met;
  }

  /** With two tenants. */
  async begin(): Promise<void> {
    for (let count = 0; count < 2; count += 1) await this.#world.addTenant();
  }

  /** Takes a step, and looks at what a tenant sees then: the one that the step is about, and each third time another. */
  async take(step: Step): Promise<void> {
    this.#taken += 1;
    const outcome = await this.#act(step);
    if (outcome !== null) this.#met.count(step.do === 'run' ? step.asked.run : step.do, outcome);
    const about = 'tenant' in step && this.#taken % 3 > 0 ? step.tenant : this.#taken;
    const tenant = at(this.#world.tenants, about);
    if (tenant === undefined) return;
    await look(tenant, this.#taken, this.#world);
    if (PROVING.has(step.do) || this.#taken % 4 === 0) {
      await lookAtCertified(tenant, this.#taken, this.#world);
    }
  }

  /** Lets end what runs, and looks at everything that can be seen, of every tenant. */
  async finish(): Promise<void> {
    while ((await letEnd(0, this.#world)) !== null);
    await lookAtAll(this.#world);
  }

  async #act(step: Step): Promise<string | null> {
    const world = this.#world;
    switch (step.do) {
      case 'wait':
        world.service.clock.advance(step.seconds * 1000);
        return null;
      case 'collect':
        return collect(world);
      case 'let end':
        return letEnd(step.job, world);
      case 'make tenant':
      case 'revoke tenant':
      case 'make token':
      case 'revoke token':
        return changeTenants(step, world);
      case 'authorise':
      case 'revoke':
      case 'withdraw':
        return changeInstance(step, world);
      case 'open':
      case 'end':
      case 'run':
      case 'promote':
        return useValues(step, world);
      case 'verify':
      case 'verify later':
      case 'cancel':
      case 'discharge':
      case 'pipeline':
        return useCheckers(step, world);
    }
  }
}
