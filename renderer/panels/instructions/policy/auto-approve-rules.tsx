import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import {
  asMoney,
  isPositive,
  isZero,
  lt,
  parseDecimal,
  ZERO_MONEY,
} from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { formatMoney } from '../../../format/decimal.js'
import { dayStamp } from '../../../format/time.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { isSymbolText } from './policy-draft.js'
const SPANS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const
const SPAN_NAMES = ['hour', 'day', 'week'] as const
const MAX_RULES = 20

export interface AutoApproveRulesProps {
  readonly rules: Policy['allow']
  /** True for an assistant that is confined to practice. */
  readonly practice: boolean
  readonly onChange: (rules: Policy['allow']) => void
}

/**
 * The auto-approve rules: per symbol, up to an amount per order and a total, until an end, and
 * never in production (CONFIRM-33, CONFIRM-53).
 */
export function AutoApproveRules({ rules, practice, onChange }: AutoApproveRulesProps) {
  const messages = usePanelText().instructions.policy.allowing
  const { session } = useMainWindow()
  const production =
    useSlice(session, (state) => state.value?.environment === 'production') && !practice
  return (
    <fieldset className="allow">
      <legend>{messages.title}</legend>
      {production ? (
        <p className="dim">{messages.never}</p>
      ) : (
        <>
          {rules.length === 0 && <p className="dim">{messages.none}</p>}
          <RuleList rules={rules} onChange={onChange} />
          <NewRule rules={rules} onChange={onChange} />
        </>
      )}
    </fieldset>
  )
}

type RulesProps = Pick<AutoApproveRulesProps, 'rules' | 'onChange'>

function RuleList({ rules, onChange }: RulesProps) {
  const messages = usePanelText().instructions.policy.allowing
  const { now } = useMainWindow()
  return (
    <ul className="allow-list">
      {rules.map((rule) => (
        <li key={rule.symbol}>
          <strong>{rule.symbol}</strong>{' '}
          <span className="tnum">{messages.upTo(formatMoney(rule.maxOrder, 'USD'))}</span>{' '}
          <span className={isZero(rule.total) ? 'warn-text' : 'tnum'} data-testid="allow-used">
            {isZero(rule.total)
              ? messages.noTotal
              : messages.used(formatMoney(rule.used, 'USD'), formatMoney(rule.total, 'USD'))}
          </span>{' '}
          <span className={rule.until <= now() ? 'warn-text' : 'dim'}>
            {rule.until <= now() ? messages.over : messages.until(dayStamp(rule.until))}
          </span>
          <IconButton
            icon={X}
            size="small"
            label={messages.remove(rule.symbol)}
            onClick={() => onChange(rules.filter((other) => other !== rule))}
          />
        </li>
      ))}
    </ul>
  )
}

interface RuleDraft {
  readonly symbol: string
  readonly maxOrder: string
  readonly total: string
  readonly span: keyof typeof SPANS
}

const EMPTY_RULE: RuleDraft = { symbol: '', maxOrder: '', total: '', span: 'hour' }

/** Returns the rule that the person typed, from now on; null while it is incomplete. */
function ruleOf(draft: RuleDraft, now: number): Policy['allow'][number] | null {
  const name = draft.symbol.trim().toUpperCase()
  const amount = parseDecimal(draft.maxOrder.trim())
  const total = parseDecimal(draft.total.trim())
  if (!isSymbolText(name) || amount === null || !isPositive(amount)) return null
  if (total === null || lt(total, amount)) return null
  return {
    symbol: symbol(name),
    maxOrder: asMoney(amount),
    total: asMoney(total),
    used: ZERO_MONEY,
    until: epochMs(now + SPANS[draft.span]),
  }
}

/** Adds a rule; it replaces the one for the same symbol. */
function NewRule({ rules, onChange }: RulesProps) {
  const messages = usePanelText().instructions.policy.allowing
  const { now } = useMainWindow()
  const [draft, setDraft] = useState(EMPTY_RULE)
  const rule = rules.length < MAX_RULES ? ruleOf(draft, now()) : null
  const add = (): void => {
    if (rule === null) return
    onChange([...rules.filter((other) => other.symbol !== rule.symbol), rule])
    setDraft({ ...EMPTY_RULE, span: draft.span })
  }
  // Enter adds the rule to the form; the form's own button saves it.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }
  return (
    <div className="allow-add" role="presentation" onKeyDown={onKeyDown}>
      <Field label={messages.symbol}>
        {(wiring) => (
          <TextInput
            {...wiring}
            data-testid="allow-symbol"
            maxLength={32}
            value={draft.symbol}
            onChange={(event) => setDraft({ ...draft, symbol: event.target.value })}
          />
        )}
      </Field>
      <Field label={messages.maxPerOrder}>
        {(wiring) => (
          <TextInput
            {...wiring}
            className="num"
            data-testid="allow-max"
            inputMode="decimal"
            value={draft.maxOrder}
            onChange={(event) => setDraft({ ...draft, maxOrder: event.target.value })}
          />
        )}
      </Field>
      <Field label={messages.total}>
        {(wiring) => (
          <TextInput
            {...wiring}
            className="num"
            data-testid="allow-total"
            inputMode="decimal"
            value={draft.total}
            onChange={(event) => setDraft({ ...draft, total: event.target.value })}
          />
        )}
      </Field>
      <Field label={messages.span}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.span}
            options={SPAN_NAMES.map((value) => ({ value, label: messages.spans[value] }))}
            onValue={(span) => setDraft({ ...draft, span })}
          />
        )}
      </Field>
      <Button icon={Plus} data-testid="allow-add" disabled={rule === null} onClick={add}>
        {messages.add}
      </Button>
    </div>
  )
}
