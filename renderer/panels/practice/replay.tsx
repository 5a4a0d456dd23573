import { useState } from 'react'
import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { ReplayedBars } from '../../../shared/domain/app/practice/practice-settings.js'
import { useActiveSymbol, useMainWindow } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'
import { Part } from './practice-part.js'

interface ReplayProps {
  readonly days: readonly ExchangeDay[]
  readonly replayed: ReplayedBars | null
}

/** Replays a day that this exchange has played, in a profile of its own. */
export function Replay({ days, replayed }: ReplayProps) {
  const { practice, replayBars } = usePanelText()
  const text = practice.replay
  const { layout } = useMainWindow()
  const active = useActiveSymbol()
  const [picked, setPicked] = useState<ExchangeDay | null>(null)
  const { request, busy } = useRequest('toast')
  const [newest] = days
  const day = picked !== null && days.includes(picked) ? picked : (newest ?? null)
  return (
    <Part title={text.title} hint={text.hint}>
      {replayed !== null && <p role="note">{replayBars.replayed(replayed)}</p>}
      {day === null ? (
        <p>{text.none}</p>
      ) : (
        <div className="practice-row">
          <Select<ExchangeDay>
            aria-label={text.day}
            value={day}
            onValue={setPicked}
            options={days.map((recorded) => ({ value: recorded, label: recorded }))}
          />
          <Button
            size="small"
            disabled={busy}
            onClick={() => void request('practice.replay', { day })}
          >
            {text.start(day)}
          </Button>
        </div>
      )}
      {active !== null && (
        <div className="practice-row">
          <Button size="small" onClick={() => showOverlay(layout, 'replay-bars')}>
            {replayBars.open(active)}
          </Button>
          <span className="dim">{replayBars.hint}</span>
        </div>
      )}
    </Part>
  )
}
