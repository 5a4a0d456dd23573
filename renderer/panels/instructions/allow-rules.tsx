import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { asMoney, isPositive, parseDecimal } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { Policy } from '../../../shared/ipc/instructions.js'
import { formatMoney } from '../../format/decimal.js'
import { dayStamp } from '../../format/time.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button, IconButton } from '../../ui/button.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { isSymbolText } from './policy-draft.js'

const words = text.instructions.policy.allowing
const SPANS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const
const MOST = 20

export interface AllowRulesProps {
  readonly rules: Policy['allow']
  /** True for an assistant that is confined to practice. */
  readonly practice: boolean
  readonly onChange: (rules: Policy['allow']) => void
}

/**
 * What goes through without asking: per symbol, up to an amount, for a while, and never where real
 * money is (rule 33).
 */
export function AllowRules({ rules, practice, onChange }: AllowRulesProps) {
  const { session, now } = useDesk()
  const production =
    useSlice(session, (state) => state.value?.environment === 'production') && !practice
  const [what, setWhat] = useState('')
  const [most, setMost] = useState('')
  const [span, setSpan] = useState<keyof typeof SPANS>('hour')
  const amount = parseDecimal(most.trim())
  const named = what.trim().toUpperCase()
  const good = isSymbolText(named) && amount !== null && isPositive(amount) && rules.length < MOST
  const add = (): void => {
    if (!good) return
    onChange([
      ...rules.filter((rule) => rule.symbol !== named),
      { symbol: symbol(named), maxOrder: asMoney(amount), until: epochMs(now() + SPANS[span]) },
    ])
    setWhat('')
    setMost('')
  }
  return (
    <fieldset className="allow">
      <legend>{words.title}</legend>
      {production ? (
        <p className="dim">{words.never}</p>
      ) : (
        <>
          {rules.length === 0 && <p className="dim">{words.none}</p>}
          <ul className="allow-list">
            {rules.map((rule) => (
              <li key={rule.symbol}>
                <strong>{rule.symbol}</strong>{' '}
                <span className="tnum">{words.upTo(formatMoney(rule.maxOrder, 'USD'))}</span>{' '}
                <span className={rule.until <= now() ? 'warn-text' : 'dim'}>
                  {rule.until <= now() ? words.over : words.until(dayStamp(rule.until))}
                </span>
                <IconButton
                  icon={X}
                  size="small"
                  label={words.remove(rule.symbol)}
                  onClick={() => onChange(rules.filter((each) => each !== rule))}
                />
              </li>
            ))}
          </ul>
          {/* Enter adds the rule to the form; saving it is the form's own button. */}
          <div
            className="allow-add"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
                event.preventDefault()
                add()
              }
            }}
          >
            <Field label={words.symbol}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  data-testid="allow-symbol"
                  maxLength={32}
                  value={what}
                  onChange={(event) => setWhat(event.target.value)}
                />
              )}
            </Field>
            <Field label={words.most}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  className="num"
                  data-testid="allow-most"
                  inputMode="decimal"
                  value={most}
                  onChange={(event) => setMost(event.target.value)}
                />
              )}
            </Field>
            <Field label={words.span}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={span}
                  options={(['hour', 'day', 'week'] as const).map((value) => ({
                    value,
                    label: words.spans[value],
                  }))}
                  onValue={setSpan}
                />
              )}
            </Field>
            <Button icon={Plus} data-testid="allow-add" disabled={!good} onClick={add}>
              {words.add}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  )
}
