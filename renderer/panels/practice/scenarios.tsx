import type {
  PracticeScenario,
  StartedScenario,
} from '../../../shared/domain/app/practice/practice-settings.js'
import { nextMoment } from '../../../shared/domain/market/practice-times.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { dayStamp } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useActiveSymbol } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { Part, type SettingProps } from './practice-part.js'

/** Scenarios that are a moment of the clock, with the moment that they lead to. */
const MOMENTS = { open: 'open', expiration: 'expiration' } as const
type MomentScenario = keyof typeof MOMENTS
const ROWS = [
  'open',
  'flash-crash',
  'halt',
  'gap-up',
  'gap-down',
  'expiration',
] as const satisfies readonly (PracticeScenario | MomentScenario)[]
type ScenarioId = (typeof ROWS)[number]

const isMoment = (row: ScenarioId): row is MomentScenario => row in MOMENTS

/** What may happen in a market, started with one press, with what it does and what to try. */
export function Scenarios({ settings, change, busy }: SettingProps & { readonly busy: boolean }) {
  const text = usePanelText().practice.scenarios
  const active = useActiveSymbol()
  const start = (row: ScenarioId): void => {
    if (isMoment(row)) {
      void change({ kind: 'jump', to: nextMoment(MOMENTS[row], settings.exchangeTime) })
    } else if (active !== null) void change({ kind: 'scenario', scenario: row, symbol: active })
  }
  return (
    <Part title={text.title} hint={text.hint(active)}>
      <Started settings={settings} change={change} busy={busy} />
      <ul className="practice-faults">
        {ROWS.map((row) => (
          <li key={row}>
            <div>
              <strong>{text.names[row]}</strong>
              <p className="dim">{text.hints[row]}</p>
            </div>
            <Button
              size="small"
              disabled={busy || (active === null && !isMoment(row))}
              onClick={() => start(row)}
            >
              {text.actions[row](active ?? '')}
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The scenarios that were started: what is planned, what runs, and what is over. */
function Started({ settings, change, busy }: SettingProps & { readonly busy: boolean }) {
  const text = usePanelText().practice.scenarios
  const { scenarios, exchangeTime: now } = settings
  if (scenarios.length === 0) return null
  return (
    <ul className="practice-started" aria-label={text.started}>
      {scenarios.map((started) => {
        const { scenario, symbol, begins } = started
        const state = stateOf(started, now)
        return (
          <li key={`${scenario} ${symbol} ${begins}`}>
            <span className={state === 'over' ? 'badge' : 'badge warn'}>{text.states[state]}</span>
            <span className="tnum">
              {text.startedLine(text.names[scenario], symbol, dayStamp(begins))}
            </span>
            {state === 'planned' && (
              <>
                <Button
                  size="small"
                  disabled={busy}
                  onClick={() => void change({ kind: 'jump', to: momentBefore(started, now) })}
                >
                  {text.jump}
                </Button>
                <Button
                  size="small"
                  disabled={busy}
                  onClick={() => void change({ kind: 'call-off', scenario, symbol, begins })}
                >
                  {text.callOff}
                </Button>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function stateOf({ begins, ends }: StartedScenario, now: EpochMs): 'planned' | 'running' | 'over' {
  if (now < begins) return 'planned'
  return now < ends ? 'running' : 'over'
}

/** Returns a time shortly before a planned scenario, so that the person sees it begin. */
const momentBefore = ({ begins }: StartedScenario, now: EpochMs): EpochMs =>
  epochMs(Math.max(now + 1, begins - MINUTE_MS))
