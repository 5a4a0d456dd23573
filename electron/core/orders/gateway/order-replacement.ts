import type { AccountId } from '../../../../shared/domain/ids.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { MemberChange } from '../../../../shared/domain/orders/order.js'
import type { OrderReply } from '../../../../shared/domain/orders/price-question.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { randomHex } from '../../hex.js'
import { batchReplaceDenial } from '../../risk/replace-rules.js'
import type { Denial } from '../../risk/risk-limits.js'
import type { WriteOutcome } from '../write-outcome.js'
import {
  changeDenials,
  changeTarget,
  checkChange,
  comboChange,
  type ChangeRefusal,
  type ChangeRequest,
  type CheckedChange,
} from './change-check.js'
import { denied, joinedReasons, JOURNAL_FAILED } from './denied.js'
import { ID_BYTES, type PlacementDeps, type PlacementState } from './order-placement.js'
import { confirmedPriceOf, onlyStalePrices, type PersonRequest } from './price-questions.js'
import { deniedAtLast, LastCheck, sendOnce } from './send-once.js'

/** A checked change that is in the journal under `request`. */
interface JournaledChange {
  readonly request: string
  readonly member: CheckedChange
}

const NOTHING_TO_CHANGE: Denial = {
  code: 'draft-invalid',
  message: message('orders.nothingToChange'),
}

/** Changes working orders: checks, journals and sends their replacements. */
export class OrderReplacement {
  readonly #deps: PlacementDeps
  readonly #state: PlacementState

  constructor(deps: PlacementDeps, state: PlacementState) {
    this.#deps = deps
    this.#state = state
  }

  /**
   * Replaces one order, or several of a combination in one request. Each is checked, journaled and
   * settled as an order of its own.
   * @param person a person waits, and may confirm a price that is not current; absent without
   */
  async replace(
    accountId: AccountId,
    changes: readonly MemberChange[],
    person?: PersonRequest,
  ): Promise<Result<OrderReply, AppError>> {
    const { projection } = this.#deps
    const { questions } = this.#state
    const request = JSON.stringify(['replace', accountId, changes])
    const confirmed = person === undefined ? null : questions.use(person, request)
    const checked = await this.check({ accountId, confirmed }, changes)
    if (!checked.ok) {
      const { error } = checked
      if ('error' in error) return err(error.error)
      const stale = person === undefined ? null : onlyStalePrices(error.denials)
      return ok(stale === null ? denied(...error.denials) : questions.ask(request, stale))
    }
    const journaled = await this.#journalChanges(accountId, checked.value)
    for (const { clientOrderId } of checked.value) {
      const target = changeTarget(projection, accountId, clientOrderId)
      if (target.ok) continue
      if (journaled.ok) this.#recordNotSent(journaled.value, message('orders.endedMeanwhile'))
      return target
    }
    if (!journaled.ok) return ok(denied(...journaled.error))
    return ok(await this.#sendChanges(accountId, journaled.value))
  }

  /** Runs every check on every change; ends at the first that is refused. */
  async check(
    request: ChangeRequest,
    changes: readonly MemberChange[],
  ): Promise<Result<readonly CheckedChange[], ChangeRefusal>> {
    const { projection } = this.#deps
    const batchDenial = batchReplaceDenial(
      changes.flatMap(({ clientOrderId }) => projection.get(clientOrderId) ?? []),
    )
    if (batchDenial !== null) return err({ denials: [batchDenial] })
    const passed: CheckedChange[] = []
    for (const memberChange of changes) {
      const checked = await checkChange(
        { projection, limits: this.#state.limits, reducing: this.#state.reducing },
        request,
        memberChange,
      )
      if (!checked.ok) return checked
      passed.push(checked.value)
    }
    return ok(passed)
  }

  /** Journals every change; returns why none of them may be sent after the disk writes. */
  async #journalChanges(
    accountId: AccountId,
    changes: readonly CheckedChange[],
  ): Promise<Result<readonly JournaledChange[], readonly Denial[]>> {
    const { journal, random, clock, projection } = this.#deps
    const journaled: JournaledChange[] = []
    /** The caller finds the others: an order that ended has an answer of its own. */
    const isOpen = ({ clientOrderId }: CheckedChange): boolean =>
      changeTarget(projection, accountId, clientOrderId).ok
    for (const member of changes) {
      const { clientOrderId, change, draft, confirmed } = member
      const request = `r-${randomHex(random, ID_BYTES)}`
      journaled.push({ request, member })
      const appended = await journal.append({
        kind: 'replace',
        request,
        accountId,
        clientOrderId,
        change,
        at: clock.now(),
        ...confirmedPriceOf(confirmed, draft),
      })
      const limitsBeforeSend = appended.ok
        ? changes.filter(isOpen).flatMap((other) => this.#limitsBeforeReplace(other))
        : [JOURNAL_FAILED]
      if (limitsBeforeSend.length === 0) continue
      this.#recordNotSent(journaled, joinedReasons(limitsBeforeSend))
      return err(limitsBeforeSend)
    }
    return ok(journaled)
  }

  #limitsBeforeReplace(change: CheckedChange): readonly Denial[] {
    return changeDenials({ projection: this.#deps.projection, limits: this.#state.limits }, change)
  }

  #recordNotSent(changes: readonly JournaledChange[], reason: Message): void {
    for (const { request, member } of changes) {
      this.#state.outcomes.journal(request, member.clientOrderId, { outcome: 'not-sent', reason })
    }
  }

  /** Sends journaled changes in one request; returns the outcome of the first. */
  async #sendChanges(
    accountId: AccountId,
    changes: readonly JournaledChange[],
  ): Promise<TradeOutcome> {
    const [first, ...others] = changes.map(({ member }) => member)
    if (first === undefined) return denied(NOTHING_TO_CHANGE)
    const { timers, log, trade } = this.#deps
    for (const { member } of changes) this.#state.outcomes.markSent(member.clientOrderId, 'replace')
    const [group] = comboChange(first, others)
    const leaving = new LastCheck(() =>
      changes.flatMap(({ member }) => this.#limitsBeforeReplace(member)),
    )
    const outcome = await sendOnce(
      { timers, log, onLate: (late) => void this.#recordChanges(changes, leaving.explained(late)) },
      () => {
        const { clientOrderId, change } = first
        return trade.replace(accountId, clientOrderId, change, {
          group,
          maySend: () => leaving.passes(),
        })
      },
    )
    const recorded = this.#recordChanges(changes, leaving.explained(outcome))
    return deniedAtLast(leaving, outcome) ?? recorded ?? denied(NOTHING_TO_CHANGE)
  }

  /** One response covers all of them; Order Detail of each order shows its effect. */
  #recordChanges(
    changes: readonly JournaledChange[],
    outcome: WriteOutcome,
  ): TradeOutcome | undefined {
    const outcomes = changes.map(({ request, member }) =>
      this.#state.outcomes.change(
        { id: request, kind: 'replace', change: member.change },
        this.#state.outcomes.rowOf(member.clientOrderId),
        outcome,
      ),
    )
    return outcomes[0]
  }
}
