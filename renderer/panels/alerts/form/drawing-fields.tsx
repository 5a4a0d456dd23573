import {
  crossingsOf,
  DRAWING_ALERT_RULES,
  LINE_SCALES,
} from '../../../../shared/domain/alerts/drawing-alert.js'
import { WATCHABLE } from '../../../../shared/domain/alerts/watchable.js'
import type { BarShape } from '../../../../shared/domain/drawings/axis/bar-shape.js'
import type { DrawingsView } from '../../../../shared/domain/drawings/drawings-view.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { isPositionPlan } from '../../../../shared/domain/drawings/drawing-kinds.js'
import {
  pricedKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { lengthOfSpan, shapeOf } from '../../../chart/spans/chart-span.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { Field, Problem, Select } from '../../../ui/field.js'
import { onDrawing, type DraftFieldsProps } from '../draft/alert-draft.js'
import { ratiosOf, withPart, type DrawingDraft } from '../draft/drawing-draft.js'
import { useEffect, useState } from 'react'
import { bodyOf } from '../../../bridge/stream.js'

/** The drawing of an alert, which part of it, and how its lines are straight. */
export function DrawingFields(fields: DraftFieldsProps) {
  const { draft, change, problemOf } = fields
  const { alerts, drawings: names } = usePanelText()
  const text = alerts.onDrawing
  const { now, session } = useMainWindow()
  const view = useDrawings(draft.instrument === null ? null : pricedKey(draft.instrument.symbol))
  const offered = (view?.drawings ?? []).filter(({ kind }) => DRAWING_ALERT_RULES[kind])
  const exchangeNow = now() + (session.getState().value?.exchangeOffsetMs ?? 0)
  const { drawing } = draft
  return (
    <>
      <Field label={text.drawing} hint={stateOf(view, offered.length, draft.instrument, text)}>
        {(wiring) => (
          <Select
            {...wiring}
            data-testid="alert-drawing"
            value={drawing.id ?? ''}
            onValue={(id) => {
              const chosen = offered.find((known) => known.id === id)
              if (chosen === undefined) return
              change(onDrawing(draft, chosen, exchangeNow))
            }}
            options={[
              { value: '', label: text.choose, disabled: true },
              ...namesOf(offered, names.kinds, text).map(([id, label]) => ({ value: id, label })),
            ]}
          />
        )}
      </Field>
      <Problem message={problemOf('drawing')} />
      {drawing.id !== null && <WatchFields {...fields} />}
    </>
  )
}

type Text = ReturnType<typeof usePanelText>['alerts']['onDrawing']

/** Says why there is nothing to choose, or what follows from the choice. */
function stateOf(
  view: DrawingsView | null,
  count: number,
  instrument: DraftFieldsProps['draft']['instrument'],
  text: Text,
): string | null {
  if (instrument === null) return null
  if (view === null || view.state === 'loading') return text.loading
  if (view.state === 'unreadable') return text.unreadable
  return count === 0 ? text.none : text.hint
}

/** Names drawings by kind and text, newest first; equal names are numbered in their order. */
function namesOf(
  drawings: readonly Drawing[],
  kinds: Readonly<Record<Drawing['kind'], string>>,
  text: Text,
): readonly (readonly [string, string])[] {
  const seen = new Map<string, number>()
  return drawings
    .map(({ id, kind, text: own }): readonly [string, string] => {
      const line = own.split('\n').join(' ')
      const name = line === '' ? kinds[kind] : text.name(kinds[kind], line)
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [id, number === 1 ? name : text.numbered(name, number)]
    })
    .toReversed()
}

/** What of the drawing is crossed, and in which direction. */
function WatchFields(fields: DraftFieldsProps) {
  const text = usePanelText().alerts
  const messages = text.onDrawing
  const { drawing } = fields.draft
  const rule = DRAWING_ALERT_RULES[drawing.kind]
  const set = (part: Partial<DrawingDraft>): void =>
    fields.change({ drawing: { ...drawing, ...part } })
  if (rule === undefined) return null
  return (
    <>
      <div className="alert-columns">
        {rule.parts.length > 1 && (
          <Field label={messages.part}>
            {(wiring) => (
              <Select
                {...wiring}
                value={drawing.part}
                onValue={(part) => fields.change({ drawing: withPart(drawing, part) })}
                options={rule.parts.map((value) => ({
                  value,
                  label:
                    value === 'any' && isPositionPlan(drawing.kind)
                      ? messages.anyPrice
                      : messages.parts[value],
                }))}
              />
            )}
          </Field>
        )}
        {drawing.part === 'level' && (
          <Field label={messages.level}>
            {(wiring) => (
              <Select
                {...wiring}
                value={drawing.ratio}
                onValue={(ratio) => set({ ratio })}
                options={ratiosOf(drawing.kind).map((value) => ({ value, label: value }))}
              />
            )}
          </Field>
        )}
        {drawing.part !== 'time' && (
          <Field label={text.when}>
            {(wiring) => (
              <Select
                {...wiring}
                data-testid="alert-drawing-when"
                value={drawing.when}
                onValue={(when) => set({ when })}
                options={crossingsOf(drawing.part).map((value) => ({
                  value,
                  label: messages.whens[value],
                }))}
              />
            )}
          </Field>
        )}
      </div>
      {drawing.part === 'time' && <p className="field-hint">{messages.timeHint}</p>}
      {rule.extends && (
        <label className="choice flush">
          <input
            type="checkbox"
            checked={drawing.extended}
            onChange={(event) => set({ extended: event.target.checked })}
          />
          {messages.extended}
        </label>
      )}
      {rule.needsBars && <BarsFields {...fields} set={set} />}
    </>
  )
}

/** The bars and the scale on which a line is straight. */
function BarsFields({
  draft: { drawing, instrument },
  set,
}: DraftFieldsProps & { readonly set: (part: Partial<DrawingDraft>) => void }) {
  const text = usePanelText().alerts
  const messages = text.onDrawing
  const nameOf = useShapeName()
  const { timespans } = WATCHABLE[instrument?.assetClass ?? 'stock']
  const shapes = [
    drawing.bars,
    ...timespans.map((base) => shapeOf({ base, count: 1 }, drawing.bars.isRegularOnly)),
  ]
  const options = new Map(shapes.map((shape) => [keyOf(shape), shape]))
  return (
    <>
      <div className="alert-columns">
        <Field label={messages.bars}>
          {(wiring) => (
            <Select
              {...wiring}
              value={keyOf(drawing.bars)}
              onValue={(key) => {
                const bars = options.get(key)
                if (bars !== undefined) set({ bars })
              }}
              options={[...options].map(([value, shape]) => ({ value, label: nameOf(shape) }))}
            />
          )}
        </Field>
        {drawing.kind !== 'rectangle' && (
          <Field label={messages.scale}>
            {(wiring) => (
              <Select
                {...wiring}
                value={drawing.scale}
                onValue={(scale) => set({ scale })}
                options={LINE_SCALES.map((value) => ({ value, label: messages.scales[value] }))}
              />
            )}
          </Field>
        )}
      </div>
      <p className="field-hint">{messages.barsHint}</p>
    </>
  )
}

const keyOf = ({ base, count, isRegularOnly }: BarShape): string =>
  `${base} ${count} ${isRegularOnly ? 'regular' : 'all'}`

/** Names the length of bars as the chart does. */
function useShapeName(): (shape: BarShape) => string {
  const { chartView, alerts } = usePanelText()
  return (shape) => {
    const { amount, unit } = lengthOfSpan(shape)
    const name = chartView.spanName(amount, unit)
    return shape.isRegularOnly ? alerts.onDrawing.regular(name) : name
  }
}

/** Returns the drawings of an instrument as they change; null until they are received. */
function useDrawings(key: InstrumentKey | null): DrawingsView | null {
  const { openStream } = useMainWindow()
  const [view, setView] = useState<DrawingsView | null>(null)
  useEffect(() => {
    setView(null)
    if (key === null) return undefined
    return openStream([{ kind: 'drawings', key }], (frame, topic) => {
      const received = topic.kind === 'drawings' ? bodyOf(frame, topic) : null
      if (received !== null) setView(received)
    })
  }, [openStream, key])
  return view
}
