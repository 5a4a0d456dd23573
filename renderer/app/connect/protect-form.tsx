import { useState } from 'react'
import { asMoney, isPositive, parseDecimal, type Money } from '../../../shared/domain/decimal.js'
import type { ProductionChecklist } from '../../../shared/domain/app/production-checklist.js'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Field, Problem, SecretInput, TextInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

/** Amounts to begin with: a first order with real money is small. */
const FIRST_LIMITS = { maxNotional: '1000', maxDailyLoss: '200' } as const

interface ProtectFormProps {
  readonly id: ProfileId
  readonly withLimits: boolean
  readonly withLock: boolean
  readonly onSaved: (checklist: ProductionChecklist) => void
}

const amountOf = (text: string): Money | null => {
  const amount = parseDecimal(text.trim())
  return amount !== null && isPositive(amount) ? asMoney(amount) : null
}

/** Sets the account's first limits and a lock. The passphrase goes to main and is dropped. */
export function ProtectForm({ id, withLimits, withLock, onSaved }: ProtectFormProps) {
  const text = usePanelText()
  const messages = text.connect.check
  const form = useProtectForm({ id, withLimits, withLock, onSaved })
  const { entered, enter } = form
  return (
    <form
      className="connect-protect"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      {withLimits &&
        (['maxNotional', 'maxDailyLoss'] as const).map((name) => (
          <Field key={name} label={messages[name]}>
            {(wiring) => (
              <TextInput
                {...wiring}
                inputMode="decimal"
                data-testid={`protect-${name}`}
                value={entered[name]}
                onChange={(event) => enter(name, event.target.value)}
              />
            )}
          </Field>
        ))}
      {withLock &&
        (['passphrase', 'repeated'] as const).map((name, index) => (
          <Field
            key={name}
            label={messages[name]}
            hint={name === 'passphrase' ? text.lock.hint : null}
          >
            {(wiring) => (
              <SecretInput
                {...wiring}
                {...(index === 0 ? { autoFocus: true } : {})}
                data-testid={`protect-${name}`}
                value={entered[name]}
                onValue={(value) => enter(name, value)}
              />
            )}
          </Field>
        ))}
      <div className="connect-protect-foot">
        <Problem message={form.problem} />
        <Button type="submit" disabled={form.busy || !form.isComplete}>
          {withLimits && withLock
            ? messages.protect
            : withLimits
              ? messages.saveLimits
              : messages.saveLock}
        </Button>
      </div>
    </form>
  )
}

const NO_PASSPHRASE = { passphrase: '', repeated: '' } as const

function useProtectForm({ id, withLimits, withLock, onSaved }: ProtectFormProps) {
  const { request, busy, problem, setProblem } = useRequest()
  const [entered, setEntered] = useState<Readonly<Record<ProtectName, string>>>({
    ...FIRST_LIMITS,
    ...NO_PASSPHRASE,
  })
  const saveLimits = async (): Promise<boolean> => {
    const maxNotional = amountOf(entered.maxNotional)
    const maxDailyLoss = amountOf(entered.maxDailyLoss)
    if (maxNotional === null || maxDailyLoss === null) {
      setProblem(inPanelText((text) => text.connect.check.amounts))
      return false
    }
    const limits = { maxNotional, maxDailyLoss }
    const checklist = await request('profiles.lower-limits', { id, limits })
    if (checklist !== null) onSaved(checklist)
    return checklist !== null
  }
  const saveLock = async (): Promise<void> => {
    const { passphrase } = entered
    const set = await request('lock.set-passphrase', { passphrase, current: null })
    if (set === null) return
    // Who has just set the passphrase has confirmed their identity for the word that follows.
    await request('lock.step-up', { proof: { kind: 'passphrase', passphrase } })
    setEntered((now) => ({ ...now, ...NO_PASSPHRASE }))
  }
  return {
    entered,
    enter: (name: ProtectName, value: string) => setEntered((now) => ({ ...now, [name]: value })),
    busy,
    problem,
    isComplete: !withLock || entered.passphrase !== '',
    async save() {
      if (withLock && entered.passphrase !== entered.repeated) {
        return setProblem(inPanelText((text) => text.lock.differ))
      }
      if (withLimits && !(await saveLimits())) return
      if (withLock) await saveLock()
    },
  }
}

type ProtectName = keyof typeof FIRST_LIMITS | keyof typeof NO_PASSPHRASE
