import { useState } from 'react'
import { isPracticeSeed } from '../../../shared/domain/app/practice/practice-settings.js'
import type { ResetSeed } from '../../../shared/domain/app/practice/practice-settings.schema.js'
import type { InputOf } from '../../bridge/client.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, TextInput } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'
import { useRequest } from '../../ui/use-request.js'
import { Part } from './practice-part.js'

type Market = ResetSeed['kind']
const MARKETS = ['same', 'usual', 'other'] as const satisfies readonly Market[]
const MAX_SEED = 40

/** Starts practice over, after a question that says what is lost and what stays. */
export function Reset({ seed }: { readonly seed: string }) {
  const text = usePanelText().practice.reset
  const [isOpen, setOpen] = useState(false)
  return (
    <Part title={text.title} hint={text.hint}>
      <div className="practice-row">
        <Button size="small" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      </div>
      {isOpen && <ResetDialog seed={seed} onClose={() => setOpen(false)} />}
    </Part>
  )
}

function ResetDialog({ seed, onClose }: { readonly seed: string; readonly onClose: () => void }) {
  const text = usePanelText().practice.reset
  const [market, setMarket] = useState<Market>('same')
  const [typed, setTyped] = useState('')
  const { request, busy } = useRequest('toast')
  const chosen = seedOf(market, typed)
  const reset = async (): Promise<void> => {
    if (chosen === null) return
    const begun = await request('practice.reset', {
      seed: chosen as InputOf<'practice.reset'>['seed'],
    })
    if (begun !== null) onClose()
  }
  return (
    <Dialog
      title={text.question}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <ConfirmButton
            variant="danger"
            disabled={busy || chosen === null}
            onConfirm={() => void reset()}
          >
            {text.confirm}
          </ConfirmButton>
        </>
      }
    >
      <div className="practice-reset">
        <h3>{text.losesTitle}</h3>
        <ul>
          {text.loses.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="dim">{text.losesHint}</p>
        <h3>{text.staysTitle}</h3>
        <ul>
          {text.stays.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <h3>{text.market}</h3>
        <Segments<Market>
          label={text.market}
          value={market}
          onValue={setMarket}
          options={MARKETS.map((value) => ({ value, label: text.markets[value] }))}
        />
        <p className="dim">{text.marketHints[market](seed)}</p>
        {market === 'other' && (
          <Field label={text.seed} hint={text.seedRule}>
            {(wiring) => (
              <TextInput
                {...wiring}
                value={typed}
                maxLength={MAX_SEED}
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  )
}

/** Returns the chosen seed; null while what was typed is none. */
function seedOf(market: Market, typed: string): ResetSeed | null {
  if (market !== 'other') return { kind: market }
  const seed = typed.trim()
  return isPracticeSeed(seed) ? { kind: 'other', seed } : null
}
