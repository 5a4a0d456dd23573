import { ListChecks } from 'lucide-react'
import { useId, useState, useMemo, useEffect, useRef } from 'react'
import { useMainWindow, useSlice, useSelectedAccount } from '../../stores/context.js'
import { otherThan } from '../../bridge/same-content.js'
import {
  BASKET_MODES,
  basketOf,
  basketProblems,
  sendable,
  type BasketEntry,
  type BasketProblem,
  type BasketMode,
  comboOf,
} from '../../stores/submit/basket.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { formatMoney } from '../../format/decimal.js'
import { formatMessage } from '../../format/message.js'
import { formatDraft } from '../../format/order-draft.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Field, Select } from '../../ui/field.js'
import { Empty } from '../../ui/states.js'
import { BasketReview } from './basket-review.js'
import { BasketRow } from './basket-row.js'
import { writeFinding, type PreparedFinding } from '../../ui/ticket/model/prepared-holding.js'
import { estimateTotals, useEstimates, type Estimates } from './use-estimates.js'
import './basket.css'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { usePreparedHolding } from '../../ui/ticket/use-prepared-holding.js'
import type { OrderFault } from '../../../shared/domain/orders/trade-outcome.js'

/** The prepared orders: how they are sent, one review for all, and the result of each. */
export function BasketPanel() {
  const text = useText().basket
  const basket = basketOf(useMainWindow())
  const entries = useSlice(basket.state, (state) => state.entries)
  const mode = useSlice(basket.state, (state) => state.mode)
  const estimates = useEstimates(entries)
  const faults = useBasketCheck(entries, mode)
  const holding = useBasketHolding(entries, mode)
  const [reviewing, setReviewing] = useState<readonly BasketEntry[] | null>(null)
  if (entries.length === 0) {
    return <Empty icon={ListChecks} title={text.empty} hint={text.emptyHint} />
  }
  return (
    <div className="basket" data-testid="basket">
      <ol className="basket-list" aria-label={text.list}>
        {entries.map((entry, index) => (
          <BasketRow
            key={entry.id}
            entry={entry}
            isFirst={index === 0}
            isLast={index === entries.length - 1}
            estimate={estimates.get(entry.id)}
            fault={faults.get(entry.id)?.[0]}
            holding={holding.get(entry.id)}
          />
        ))}
      </ol>
      <BasketFoot
        entries={entries}
        estimates={estimates}
        faults={faults}
        holding={holding}
        onReview={() => setReviewing(sendable(entries))}
      />
      {reviewing !== null && (
        <BasketReview
          entries={reviewing}
          estimates={estimates}
          onClose={() => setReviewing(null)}
        />
      )}
    </div>
  )
}

/** How the orders are sent, what they cost together, and the button of the review. */
function BasketFoot({
  entries,
  estimates,
  faults,
  holding,
  onReview,
}: {
  readonly entries: readonly BasketEntry[]
  readonly estimates: Estimates
  readonly faults: BasketFaults
  readonly holding: BasketHolding
  readonly onReview: () => void
}) {
  const windowText = useText()
  const text = windowText.basket
  const problemId = useId()
  const mainWindow = useMainWindow()
  const basket = basketOf(mainWindow)
  const mode = useSlice(basket.state, (state) => state.mode)
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  const waiting = sendable(entries)
  const problem = halted
    ? windowText.ticket.halted
    : (problemText(entries, mode, windowText) ??
      faultText(waiting, { faults, holding }, windowText))
  const isSent = entries.some(({ outcome }) => outcome?.kind === 'acknowledged')
  const isSending = entries.some(({ outcome }) => outcome?.kind === 'sending')
  const isOff = problem !== null || waiting.length === 0 || isSending
  return (
    <div className="basket-foot">
      <Field label={text.mode} hint={text.meanings[mode]}>
        {(wiring) => (
          <Select
            {...wiring}
            data-testid="basket-mode"
            value={mode}
            onValue={(chosen) => basket.setMode(chosen)}
            options={BASKET_MODES.map((value) => ({ value, label: text.modes[value] }))}
          />
        )}
      </Field>
      {mode === 'separate' && <Totals entries={waiting} estimates={estimates} />}
      {problem !== null && waiting.length > 0 && (
        <p id={problemId} className="field-problem" role="alert" data-testid="basket-problem">
          {problem}
        </p>
      )}
      {isSent && <Button onClick={() => basket.removeSent()}>{text.removeSent}</Button>}
      <Button
        variant="primary"
        size="large"
        aria-disabled={isOff}
        aria-describedby={problem === null ? undefined : problemId}
        data-testid="basket-review"
        onClick={() => !isOff && onReview()}
      >
        {text.review(waiting.length)}
      </Button>
    </div>
  )
}

function problemText(
  entries: readonly BasketEntry[],
  mode: (typeof BASKET_MODES)[number],
  { ticket, basket }: WindowText,
): string | null {
  const [problem] = basketProblems({ entries, mode })
  if (problem === undefined) return null
  const written = (found: BasketProblem): string =>
    found === 'empty' ? basket.empty : ticket.problems[found]
  return written(problem)
}

/** Returns why the first order that would be refused is held back, after its name. */
function faultText(
  waiting: readonly BasketEntry[],
  { faults, holding }: { readonly faults: BasketFaults; readonly holding: BasketHolding },
  text: WindowText,
): string | null {
  for (const { id, draft } of waiting) {
    const [fault] = faults.get(id) ?? []
    if (fault !== undefined) return `${formatDraft(draft, text)}: ${formatMessage(fault.message)}`
    const finding = holding.get(id)
    if (finding?.warning.blocks === true) {
      return `${formatDraft(draft, text)}: ${writeFinding(finding, text)}`
    }
  }
  return null
}

function Totals({
  entries,
  estimates,
}: {
  readonly entries: readonly BasketEntry[]
  readonly estimates: Estimates
}) {
  const { basket, ticket } = useText()
  return (
    <dl className="basket-totals tnum">
      {estimateTotals(entries, estimates).map(({ currency, buys, sales, fees }) => (
        <div key={currency}>
          <dt>{ticket.cost.buy}</dt>
          <dd data-testid="basket-buys">{formatMoney(buys, currency)}</dd>
          <dt>{ticket.cost.sell}</dt>
          <dd>{formatMoney(sales, currency)}</dd>
          <dt>{basket.fees}</dt>
          <dd>{formatMoney(fees, currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** By the id of an entry, why what is held does not allow it. */
type BasketHolding = ReadonlyMap<number, PreparedFinding>

/**
 * Returns why what is held does not allow the orders of the basket. Of linked orders only those
 * that work at once are compared, and of these only one fills.
 */
function useBasketHolding(entries: readonly BasketEntry[], mode: BasketMode): BasketHolding {
  const account = useSelectedAccount()
  const waiting = useMemo(() => {
    const own = sendable(entries).filter(({ draft }) => draft.accountId === account)
    return mode === 'oto' || mode === 'otoco' ? own.slice(0, 1) : own
  }, [entries, mode, account])
  const drafts = useMemo(() => waiting.map(({ draft }): OrderDraft => draft), [waiting])
  const findings = usePreparedHolding(drafts, mode !== 'oco')
  return useMemo(
    () =>
      new Map(
        waiting.flatMap(({ id }, index) => {
          const finding = findings[index] ?? null
          return finding === null ? [] : [[id, finding] as const]
        }),
      ),
    [waiting, findings],
  )
}

/** By the id of an entry, why it would be refused; linked orders have theirs at the first. */
type BasketFaults = ReadonlyMap<number, readonly OrderFault[]>

/** What holds an order back may begin or end without a change of it. */
const REPEAT_MS = 5_000
const NONE: BasketFaults = new Map()

/**
 * Returns why the orders would be refused before they are sent, as the order service itself would
 * say; empty until that is known. Without an answer the check when they are sent decides.
 */
function useBasketCheck(entries: readonly BasketEntry[], mode: BasketMode): BasketFaults {
  const { invoke } = useMainWindow()
  const key = [mode, ...sendable(entries).map(({ id }) => id)].join()
  const [checkResult, setCheckResult] = useState({ key, faults: NONE })
  const latest = useRef(entries)
  latest.current = entries
  useEffect(() => {
    let isCurrent = true
    const check = async (): Promise<void> => {
      const waiting = sendable(latest.current)
      const combo = comboOf(waiting, mode)
      const checked = combo === null ? waiting : waiting.slice(0, 1)
      const faults = await Promise.all(
        checked.map(async ({ id, draft }) => {
          const reply = await invoke('orders.check', { draft, combo })
          return [id, reply.ok ? reply.value : []] as const
        }),
      )
      if (!isCurrent) return
      setCheckResult((before) => otherThan(before, { key, faults: new Map(faults) }))
    }
    void check()
    const repeated = setInterval(() => void check(), REPEAT_MS)
    return () => {
      isCurrent = false
      clearInterval(repeated)
    }
  }, [invoke, key, mode])
  return checkResult.key === key ? checkResult.faults : NONE
}
