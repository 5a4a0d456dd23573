import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { asMoney, isPositive, parseDecimal } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.js'
import { formatMoney } from '../../../format/decimal.js'
import { dayStamp } from '../../../format/time.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { text } from '../../../text/en.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { isSymbolText } from './policy-draft.js'

const messages = text.instructions.policy.allowing
const SPANS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const
const MAX_RULES = 20

export interface AutoApproveRulesProps {
  readonly rules: Policy['allow']
  /** True for an assistant that is confined to practice. */
  readonly practice: boolean
  readonly onChange: (rules: Policy['allow']) => void
}

/**
 * The auto-approve rules: per symbol, up to an amount, until an end, and never in production
 * (CONFIRM-33).
 */
export function AutoApproveRules({ rules, practice, onChange }: AutoApproveRulesProps) {
  const { session, now } = useMainWindow()
  const production =
    useSlice(session, (state) => state.value?.environment === 'production') && !practice
  const [symbolText, setSymbolText] = useState('')
  const [maxOrderText, setMaxOrderText] = useState('')
  const [span, setSpan] = useState<keyof typeof SPANS>('hour')
  const amount = parseDecimal(maxOrderText.trim())
  const named = symbolText.trim().toUpperCase()
  const good =
    isSymbolText(named) && amount !== null && isPositive(amount) && rules.length < MAX_RULES
  const add = (): void => {
    if (!good) return
    onChange([
      ...rules.filter((rule) => rule.symbol !== named),
      { symbol: symbol(named), maxOrder: asMoney(amount), until: epochMs(now() + SPANS[span]) },
    ])
    setSymbolText('')
    setMaxOrderText('')
  }
  return (
    <fieldset className="allow">
      <legend>{messages.title}</legend>
      {production ? (
        <p className="dim">{messages.never}</p>
      ) : (
        <>
          {rules.length === 0 && <p className="dim">{messages.none}</p>}
          <ul className="allow-list">
            {rules.map((rule) => (
              <li key={rule.symbol}>
                <strong>{rule.symbol}</strong>{' '}
                <span className="tnum">{messages.upTo(formatMoney(rule.maxOrder, 'USD'))}</span>{' '}
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
          {/* Enter adds the rule to the form; the form's own button saves it. */}
          <div
            className="allow-add"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
                event.preventDefault()
                add()
              }
            }}
          >
            <Field label={messages.symbol}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  data-testid="allow-symbol"
                  maxLength={32}
                  value={symbolText}
                  onChange={(event) => setSymbolText(event.target.value)}
                />
              )}
            </Field>
            <Field label={messages.maxPerOrder}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  className="num"
                  data-testid="allow-most"
                  inputMode="decimal"
                  value={maxOrderText}
                  onChange={(event) => setMaxOrderText(event.target.value)}
                />
              )}
            </Field>
            <Field label={messages.span}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={span}
                  options={(['hour', 'day', 'week'] as const).map((value) => ({
                    value,
                    label: messages.spans[value],
                  }))}
                  onValue={setSpan}
                />
              )}
            </Field>
            <Button icon={Plus} data-testid="allow-add" disabled={!good} onClick={add}>
              {messages.add}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  )
}
