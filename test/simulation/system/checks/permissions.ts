import { ticketOf } from '../../../../electron/core/instructions/queue/gateway/dispatch-outcome.js'
import { withAmendment } from '../../../../electron/core/instructions/requests/action.js'
import { sameDraft } from '../../../../electron/core/risk/risk-limits.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { ComboDraft, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { AuditIndex } from './audit-index.js'

/** The requests of people and assistants that may become orders. */
export class Permissions {
  readonly #audit: AuditIndex
  readonly #tickets = new Map<string, OrderDraft>()
  /** Digests that a person approved, by instruction. */
  readonly #approved = new Map<InstructionId, Set<string>>()
  /** The instructions as last seen, by the ticket of their order. */
  readonly #instructions = new Map<string, Instruction>()

  constructor(audit: AuditIndex) {
    this.#audit = audit
  }

  /** Records that a person submits an order with a ticket. */
  submit(ticket: string, draft: OrderDraft): void {
    this.#tickets.set(ticket, draft)
  }

  /** Records that a person submits linked orders: each has a ticket of its own. */
  submitLinked(ticket: string, { orders }: ComboDraft): void {
    for (const [index, { draft }] of orders.entries()) {
      this.#tickets.set(`${ticket}#${index + 1}`, draft)
    }
  }

  /** Records that a person approves the card with this digest. */
  approve(id: InstructionId, digest: string): void {
    const digests = this.#approved.get(id) ?? new Set()
    this.#approved.set(id, digests.add(digest))
  }

  /** Records the present state of an instruction. */
  observe(instruction: Instruction): void {
    this.#instructions.set(ticketOf(instruction.id), instruction)
  }

  /** The instruction behind a ticket; undefined for a person's own. */
  instruction(ticket: string): Instruction | undefined {
    return this.#instructions.get(ticket)
  }

  /** Returns why an order may not be sent; null when a person's ticket or decision covers it. */
  problem(ticket: string, draft: OrderDraft): string | null {
    const own = this.#tickets.get(ticket)
    if (own !== undefined) return sameDraft(own, draft) ? null : 'its ticket was for another order'
    const instruction = this.#instructions.get(ticket)
    if (instruction === undefined) return `its ticket ${ticket} belongs to no request`
    const action = withAmendment(instruction)
    if (action.kind !== 'place' || !sameDraft(action.draft, draft)) {
      return 'its instruction requested another order'
    }
    return this.#approvalProblem(instruction)
  }

  /** Returns why an instruction is not approved; null when a matching approval is on disk. */
  #approvalProblem({ id }: Instruction): string | null {
    const recorded = this.#audit.approval(id)
    if (recorded === undefined) return 'its approval is not in the audit log'
    if (recorded.by === 'rule') return null
    return this.#approved.get(id)?.has(recorded.shown ?? '') === true
      ? null
      : 'the person approved no card with the recorded digest'
  }
}
