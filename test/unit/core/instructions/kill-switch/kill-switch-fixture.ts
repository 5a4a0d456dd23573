import {
  openKillSwitch,
  type KillSwitch,
} from '../../../../../electron/core/instructions/kill-switch/kill-switch.js'
import { Flatten } from '../../../../../electron/core/instructions/kill-switch/flatten.js'
import type {
  ConnectionId,
  InstructionId,
  ClientOrderId,
} from '../../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { AuditBody } from '../../../../../electron/core/audit/audit-port.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { SessionFixture, draft } from '../../session/session-fixture.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'

const ASSISTANT = '00000000000000a1' as ConnectionId

/**
 * A session on a fake exchange with instructions that the test adds, and the kill switch over them.
 */
export class KillSwitchFixture {
  readonly desk: SessionFixture
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
  killSwitch!: KillSwitch
  flatten!: Flatten

  constructor(overrides: ConstructorParameters<typeof SessionFixture>[0] = {}) {
    this.desk = new SessionFixture(overrides)
  }

  async #openServices(): Promise<void> {
    const { simulation, session } = this.desk
    const audit = {
      append: (kind: string, subject: string, line: string, body: AuditBody) => {
        this.records.push({ kind, subject, line, body })
        return this.auditHangs
          ? new Promise<never>(() => undefined)
          : Promise.resolve(ok({ seq: this.records.length, hash: '' }))
      },
    }
    const deps = {
      session,
      clock: simulation.clock,
      timers: simulation.timers(),
      random: simulation.random(),
      log: { event: () => undefined },
      audit,
      instructions: () => this.instructions,
    }
    this.killSwitch = await openKillSwitch({
      ...deps,
      file: this.file,
      instructionService: {
        withdraw: () => {
          const ended = this.withdrawn
          this.withdrawn = 0
          return Promise.resolve(ended)
        },
      },
      connections: {
        all: () => [{ id: ASSISTANT, state: 'active' } as ConnectionView],
        pause: (id, _minutes, why) => {
          this.pauses.push(`${id} ${inEnglish(why)}`)
          return Promise.resolve(err({ kind: 'full', message: 'full' }))
        },
      },
    })
    this.flatten = new Flatten({ ...deps, halt: this.killSwitch })
    this.killSwitch.resume()
  }

  async start(): Promise<this> {
    await this.desk.start()
    await this.#openServices()
    return this
  }

  /** Ends the process without notice and starts another one on the same disk. */
  async restart(ready = true): Promise<void> {
    this.killSwitch.dispose()
    this.desk.disk.crash()
    this.desk.session = this.desk.createSession()
    if (ready) await this.desk.start()
    await this.#openServices()
  }

  /** Places an order by hand or as an assistant's instruction and returns its id. */
  async placeOrder(
    ticket: string,
    placedBy: 'person' | 'assistant',
    overrides: Parameters<typeof draft>[0] = {},
  ): Promise<ClientOrderId> {
    const answer = await this.desk.wait(this.desk.session.orders.submit(ticket, draft(overrides)))
    if (!answer.ok || answer.value.outcome !== 'acknowledged') {
      throw new Error(`not placed: ${JSON.stringify(answer)}`)
    }
    const { clientOrderId } = answer.value.order
    if (placedBy === 'assistant') this.addInstruction({ state: 'acknowledged', clientOrderId })
    return clientOrderId
  }

  /** Adds an approved instruction of an assistant with this outcome. */
  addInstruction(
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
      outcome: { ...outcome, text: '', at: this.desk.simulation.wall() },
    } as Instruction)
  }

  cancelledOrders(): readonly ClientOrderId[] {
    return this.desk.exchange.sent.filter(({ kind }) => kind === 'cancel').map(({ id }) => id)
  }
}
