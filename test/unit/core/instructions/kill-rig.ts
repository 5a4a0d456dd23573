import { openKillSwitch, type KillSwitch } from '../../../../electron/core/instructions/kill.js'
import { createFlatten, type Flatten } from '../../../../electron/core/instructions/flatten.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instruction.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import type { ConnectionView } from '../../../../shared/ipc/instructions.js'
import type { AuditBody } from '../../../../electron/core/audit/audit-port.js'
import { fakeDocument } from '../../../fakes/document.js'
import { DeskRig, draft } from '../desk-rig.js'

const ASSISTANT = '00000000000000a1' as ConnectionId

/**
 * A whole desk over a fake exchange, with assistants' instructions that the test lays down, and the
 * kill switch over them.
 */
export class KillRig {
  readonly rig: DeskRig
  readonly file = fakeDocument()
  readonly records: {
    readonly kind: string
    readonly subject: string
    readonly line: string
    readonly body: AuditBody
  }[] = []
  readonly pauses: string[] = []
  instructions: Instruction[] = []
  withdrawn = 0
  auditHangs = false
  kill!: KillSwitch
  flatten!: Flatten

  constructor(more: ConstructorParameters<typeof DeskRig>[0] = {}) {
    this.rig = new DeskRig(more)
  }

  private async arm(): Promise<void> {
    const { world, session } = this.rig
    const audit = {
      append: (kind: string, subject: string, line: string, body: AuditBody) => {
        this.records.push({ kind, subject, line, body })
        return this.auditHangs
          ? new Promise<never>(() => undefined)
          : Promise.resolve(ok({ seq: this.records.length, hash: '' }))
      },
    }
    const of = {
      session,
      clock: world.clock,
      timers: world.timers(),
      random: world.random(),
      log: { event: () => undefined },
      audit,
      instructions: () => this.instructions,
    }
    this.kill = await openKillSwitch({
      ...of,
      file: this.file,
      desk: {
        withdraw: () => {
          const ended = this.withdrawn
          this.withdrawn = 0
          return Promise.resolve(ended)
        },
      },
      connections: {
        all: () => [{ id: ASSISTANT, state: 'active' } as ConnectionView],
        pause: (id, _minutes, why) => {
          this.pauses.push(`${id} ${why}`)
          return Promise.resolve(err({ kind: 'full', message: 'full' }))
        },
      },
    })
    this.flatten = createFlatten({ ...of, halt: this.kill })
    this.kill.resume()
  }

  async up(): Promise<this> {
    await this.rig.up()
    await this.arm()
    return this
  }

  /** The process dies where it stands, and another one starts on the same disk. */
  async restart(ready = true): Promise<void> {
    this.kill.dispose()
    this.rig.disk.crash()
    this.rig.session = this.rig.make()
    if (ready) await this.rig.up()
    await this.arm()
  }

  /** Places an order by hand, or as an assistant's instruction; answers its id. */
  async place(
    ticket: string,
    by: 'person' | 'assistant',
    more: Parameters<typeof draft>[0] = {},
  ): Promise<ClientOrderId> {
    const answer = await this.rig.wait(this.rig.session.submit(ticket, draft(more)))
    if (!answer.ok || answer.value.outcome !== 'acknowledged') {
      throw new Error(`not placed: ${JSON.stringify(answer)}`)
    }
    const { clientOrderId } = answer.value.order
    if (by === 'assistant') this.tell({ state: 'acknowledged', clientOrderId })
    return clientOrderId
  }

  /** Lays down an approved instruction of an assistant with this outcome. */
  tell(
    outcome: {
      readonly state: 'sending' | 'acknowledged' | 'unknown'
      readonly clientOrderId: ClientOrderId | null
    },
    action: Partial<Instruction['action']> = {},
  ): void {
    const id = `${this.instructions.length}`.padStart(32, '0') as InstructionId
    this.instructions.push({
      id,
      status: 'APPROVED',
      action: { kind: 'place', draft: draft(), ...action },
      outcome: { ...outcome, text: '', at: this.rig.world.wall() },
    } as Instruction)
  }

  cancels(): readonly ClientOrderId[] {
    return this.rig.exchange.sent.filter(({ kind }) => kind === 'cancel').map(({ id }) => id)
  }
}
