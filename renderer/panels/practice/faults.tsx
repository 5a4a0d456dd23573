import {
  PRACTICE_FAULTS,
  type FaultMode,
  type PracticeFault,
} from '../../../shared/domain/app/practice/practice-settings.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { Part, type SettingProps } from './practice-part.js'

/** Faults of the answer to an order may strike once; faults of lists and streams are on or off. */
const OF_ORDERS: ReadonlySet<PracticeFault> = new Set<PracticeFault>([
  'drop-before-effect',
  'delay',
  'rate-limited',
  'error-before-effect',
  'drop-after-effect',
  'error-after-effect',
  'malformed-body',
  'truncated-body',
])
const ORDER_MODES = ['off', 'next-order', 'always'] as const
const STREAM_MODES = ['off', 'always'] as const

/** Every fault as a switch, with what it does and what a person sees then. */
export function Faults({ settings: { faults }, change }: SettingProps) {
  const text = usePanelText().practice
  const modeOf = (fault: PracticeFault): FaultMode =>
    faults.find((active) => active.fault === fault)?.mode ?? 'off'
  return (
    <Part title={text.faults} hint={text.faultsHint}>
      <div className="practice-row">
        {faults.length > 0 && <span className="badge warn">{text.faultsOn(faults.length)}</span>}
        <Button
          size="small"
          disabled={faults.length === 0}
          onClick={() => void change({ kind: 'clear-faults' })}
        >
          {text.clearFaults}
        </Button>
      </div>
      <ul className="practice-faults">
        {PRACTICE_FAULTS.map((fault) => (
          <li key={fault}>
            <div>
              <strong>{text.faultNames[fault]}</strong>
              <p className="dim">{text.faultHints[fault]}</p>
            </div>
            <Segments<FaultMode>
              label={text.mode(text.faultNames[fault])}
              value={modeOf(fault)}
              onValue={(mode) => void change({ kind: 'fault', fault, mode })}
              options={
                OF_ORDERS.has(fault)
                  ? ORDER_MODES.map((value) => ({ value, label: text.modes[value] }))
                  : STREAM_MODES.map((value) => ({ value, label: text.streamModes[value] }))
              }
            />
          </li>
        ))}
      </ul>
    </Part>
  )
}
