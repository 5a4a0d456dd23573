import { useCallback, useEffect, useMemo, useState } from 'react'
import { isDayOrLonger, type Timespan } from '../../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { BarRange } from '../../../chart/indicators/volume-profile.js'
import type { BarModel } from '../../../chart/bars/bar-model.js'
import type { CreateCalculator } from '../../../chart/indicators/calculators.js'
import { IndicatorRun, type IndicatorValues } from '../../../chart/indicators/indicator-run.js'
import {
  parseSettings,
  settingsText,
  type IndicatorSettings,
} from '../../../chart/indicators/settings.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { setSetting } from '../../../stores/view-state.js'

const SETTING = 'chart.indicators'

interface Calculators {
  readonly createCalculator: CreateCalculator
}

/** Returns the saved indicators of the chart, and their setter. */
export function useIndicatorSettings(): readonly [
  readonly IndicatorSettings[],
  (next: readonly IndicatorSettings[]) => void,
] {
  const { view } = useMainWindow()
  const saved = useSlice(view, ({ settings }) => settings[SETTING] ?? '')
  const indicators = useMemo(() => parseSettings(saved), [saved])
  const set = useCallback(
    (next: readonly IndicatorSettings[]) => setSetting(view, SETTING, settingsText(next)),
    [view],
  )
  return [indicators, set]
}

/** Loads the calculations once an indicator needs them; null before. */
function useCalculators(isNeeded: boolean): Calculators | null {
  const [calculators, setCalculators] = useState<Calculators | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isWanted = true
    void import('../../../chart/indicators/calculators.js').then(({ createCalculator }) => {
      if (isWanted) setCalculators({ createCalculator })
    })
    return () => {
      isWanted = false
    }
  }, [isNeeded])
  return calculators
}

/** Returns the values of the indicators for these bars; none until the calculations are loaded. */
export function useIndicatorValues(
  indicators: readonly IndicatorSettings[],
  { model, key }: { readonly model: BarModel; readonly key: string },
  timespan: Timespan,
): readonly IndicatorValues[] {
  const calculators = useCalculators(indicators.length > 0)
  const runs = useMemo(() => {
    if (calculators === null) return []
    // Another symbol is another run, even where its bars have the same times.
    const context = { key, daily: isDayOrLonger(timespan) }
    return indicators.map(
      (settings) =>
        new IndicatorRun(settings, () => calculators.createCalculator(settings, context)),
    )
  }, [calculators, indicators, key, timespan])
  const [caughtUp, setCaughtUp] = useState(0)
  const values = useMemo(() => {
    void caughtUp
    return runs.map((run) => run.values(model))
  }, [runs, model, caughtUp])
  useEffect(() => advanceInParts(runs, () => setCaughtUp((times) => times + 1)), [runs, model])
  return values
}

/** The time within which parts are computed before the window is free for input and frames. */
const WORK_MS = 8

/** Computes what is behind, part by part between the frames; then calls the listener. */
function advanceInParts(runs: readonly IndicatorRun[], onDone: () => void): Disposer | undefined {
  if (!runs.some(({ isBehind }) => isBehind)) return undefined
  const next = (): void => {
    const end = performance.now() + WORK_MS
    let behind = runs.find(({ isBehind }) => isBehind)
    if (behind === undefined) return onDone()
    while (behind !== undefined && performance.now() < end) {
      behind.advance()
      behind = runs.find(({ isBehind }) => isBehind)
    }
    timer = setTimeout(next)
  }
  let timer = setTimeout(next)
  return () => clearTimeout(timer)
}

/**
 * Returns the bars in view and what reports them. They are kept only while an indicator depends on
 * them: a moved view renders nothing else.
 */
export function useBarRange(
  indicators: readonly IndicatorSettings[],
): readonly [BarRange | null, (range: BarRange) => void] {
  const [range, setRange] = useState<BarRange | null>(null)
  const isNeeded = indicators.some(({ kind }) => kind === 'volume-profile')
  const onRange = useCallback(
    (next: BarRange) => {
      if (!isNeeded) return
      setRange((before) =>
        before?.first === next.first && before.last === next.last ? before : next,
      )
    },
    [isNeeded],
  )
  return [range, onRange]
}
