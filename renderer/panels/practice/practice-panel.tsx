import { FlaskConical, RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  PRACTICE_RATE_LIMITS,
  PRACTICE_SPEEDS,
  type PracticeSettings,
} from '../../../shared/domain/app/practice/practice-settings.js'
import type { PracticeChange } from '../../../shared/domain/app/practice/practice-settings.schema.js'
import { nextMoment, PRACTICE_MOMENTS } from '../../../shared/domain/market/practice-times.js'
import type { InputOf, Invoke } from '../../bridge/client.js'
import { dayStamp } from '../../format/time.js'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useActiveSymbol, useMainWindow } from '../../stores/context.js'
import { factsChanged } from '../../stores/snapshot-stores.js'
import { Button, IconButton } from '../../ui/button.js'
import { useRead } from '../../ui/reading/use-read.js'
import { useEvery } from '../../ui/every.js'
import { Segments } from '../../ui/segments.js'
import { Empty, Skeleton } from '../../ui/states.js'
import { SymbolSearch } from '../../ui/symbol-search.js'
import { useRequest } from '../../ui/use-request.js'
import { Faults } from './faults.js'
import { practiceFeeTexts } from './fee-texts.js'
import { Part, type SettingProps } from './practice-part.js'
import { Replay } from './replay.js'
import { Reset } from './reset.js'
import { Scenarios } from './scenarios.js'
import './practice.css'

const readSettings = (invoke: Invoke) => invoke('practice.settings', {})

/** What can be set of the practice exchange, and how it works. */
export function PracticePanel() {
  const text = usePanelText()
  const state = useRead('settings', readSettings)
  const [changed, setChanged] = useState<PracticeSettings | null>(null)
  const [target, setTarget] = useState(0)
  const { request, busy } = useRequest('toast')
  const { facts } = useMainWindow()
  const change = useCallback(
    async (next: PracticeChange): Promise<void> => {
      if (next.kind === 'jump') setTarget(next.to)
      const after = await request('practice.change', {
        change: next as InputOf<'practice.change'>['change'],
      })
      if (after === null) return
      setChanged(after)
      factsChanged(facts)
    },
    [request, facts],
  )
  const settings = changed ?? (state.phase === 'ready' ? state.value : null)
  const isJumping = settings !== null && settings.exchangeTime < target
  const { reload: read } = state
  const reload = useCallback((): void => {
    setChanged(null)
    read()
  }, [read])
  const isOpen = settings?.scenarios.some(({ ends }) => ends > settings.exchangeTime) === true
  useProgress(isJumping ? PROGRESS_MS : isOpen ? SCENARIO_MS : null, reload)
  if (state.phase === 'loading') return <Skeleton rows={8} />
  if (state.phase === 'failed') {
    const { title, detail } = describeError(state.error)
    return (
      <Empty icon={FlaskConical} title={text.practice.failed} hint={detail ?? title}>
        <Button onClick={state.reload}>{text.states.retry}</Button>
      </Empty>
    )
  }
  if (settings === null) {
    return <Empty icon={FlaskConical} title={text.practice.only} hint={text.practice.onlyHint} />
  }
  return (
    <div
      className="practice-panel"
      data-testid="practice"
      tabIndex={0}
      role="region"
      aria-label={text.practice.title}
    >
      <Clock settings={settings} busy={busy || isJumping} change={change} onReload={reload} />
      <Scenarios settings={settings} busy={busy || isJumping} change={change} />
      <Replay days={settings.recordedDays} replayed={settings.replayed} />
      <Halts settings={settings} change={change} />
      <Faults settings={settings} change={change} />
      <Limits settings={settings} change={change} />
      <Rules seed={settings.seed} />
      <Reset seed={settings.seed} />
    </div>
  )
}

const PROGRESS_MS = 1_000
const SCENARIO_MS = 5_000

/**
 * Reads the settings again: while the market plays the time of a jump, to show how far it is, and
 * until every scenario is over.
 */
function useProgress(intervalMs: number | null, reload: () => void): void {
  const beat = useEvery(intervalMs)
  useEffect(() => {
    if (beat > 0 && intervalMs !== null) reload()
  }, [beat, intervalMs, reload])
}

function Clock({
  settings,
  busy,
  change,
  onReload,
}: SettingProps & { readonly busy: boolean; readonly onReload: () => void }) {
  const text = usePanelText().practice
  const speed = PRACTICE_SPEEDS.find((known) => known === settings.speed)
  return (
    <Part title={text.clock} hint={text.clockHint}>
      <div className="practice-row">
        <strong className="tnum" data-testid="practice-time">
          {text.now(dayStamp(settings.exchangeTime))}
        </strong>
        <IconButton icon={RefreshCw} label={text.refresh} onClick={onReload} />
        <Segments<string>
          label={text.speed}
          value={`${speed ?? ''}`}
          onValue={(value) => {
            const chosen = PRACTICE_SPEEDS.find((known) => `${known}` === value)
            if (chosen !== undefined) void change({ kind: 'speed', speed: chosen })
          }}
          options={PRACTICE_SPEEDS.map((value) => ({
            value: `${value}`,
            label: text.speeds[value],
          }))}
        />
      </div>
      <div className="practice-row" role="group" aria-label={text.jump}>
        <span className="dim">{text.jump}</span>
        {PRACTICE_MOMENTS.map((moment) => (
          <Button
            key={moment}
            size="small"
            disabled={busy}
            hint={text.momentHints[moment]}
            onClick={() =>
              void change({ kind: 'jump', to: nextMoment(moment, settings.exchangeTime) })
            }
          >
            {text.moments[moment]}
          </Button>
        ))}
        {busy && <span role="status">{text.jumping}</span>}
      </div>
    </Part>
  )
}

function Halts({ settings: { halted }, change }: SettingProps) {
  const text = usePanelText().practice
  const active = useActiveSymbol()
  const set = (symbols: readonly Symbol[]): void => void change({ kind: 'halted', symbols })
  return (
    <Part title={text.halts} hint={text.haltsHint}>
      <div className="practice-row">
        {halted.length === 0 && <span>{text.noHalts}</span>}
        {halted.map((symbol) => (
          <Button
            key={symbol}
            size="small"
            onClick={() => set(halted.filter((other) => other !== symbol))}
          >
            {text.resume(symbol)}
          </Button>
        ))}
        {active !== null && !halted.includes(active) && (
          <Button size="small" onClick={() => set([...halted, active])}>
            {text.halt(active)}
          </Button>
        )}
      </div>
      <div className="practice-search">
        <SymbolSearch
          label={text.haltAdd}
          noteOf={() => null}
          onPick={({ symbol }) => {
            if (!halted.includes(symbol)) set([...halted, symbol])
          }}
        />
      </div>
    </Part>
  )
}

function Limits({ settings: { rateLimits }, change }: SettingProps) {
  const text = usePanelText().practice
  return (
    <Part title={text.limits} hint={text.limitsHint}>
      <div className="practice-row">
        <Segments
          label={text.limits}
          value={rateLimits}
          onValue={(profile) => void change({ kind: 'rate-limits', profile })}
          options={PRACTICE_RATE_LIMITS.map((value) => ({
            value,
            label: text.limitProfiles[value],
          }))}
        />
      </div>
    </Part>
  )
}

/** How orders fill, what they cost, and where the prices come from. */
function Rules({ seed }: { readonly seed: string }) {
  const text = usePanelText().practice
  return (
    <>
      <Part title={text.rules} hint={text.seedIs(seed)}>
        <ul>
          {text.fills.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Part>
      <Part title={text.feesTitle} hint={text.seedHint}>
        <ul>
          {text.fees(practiceFeeTexts()).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Part>
    </>
  )
}
