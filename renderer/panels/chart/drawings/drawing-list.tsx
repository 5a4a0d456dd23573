import { BellPlus, BellRing, Eye, EyeOff, Lock, LockOpen, Trash2, X } from 'lucide-react'
import type { Price } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import type { DrawingsView } from '../../../../shared/domain/drawings/drawings-view.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { keyParts } from '../../../../shared/domain/instruments/instrument-key.js'
import type { DrawingFormat } from '../../../chart/drawings/shape.js'
import { useText } from '../../../language/window-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import type { AddAlert, DrawingAlerts } from './drawing-alerts.js'
import { DRAWING_ICONS } from './drawing-icons.js'
import { drawingLabel } from './drawing-format.js'
import { signedDrawingText } from '../../../../shared/domain/drawings/drawing-text.js'
import { fullText } from '../../../ui/hints/hint.js'

export interface DrawingListProps {
  readonly symbol: Symbol
  readonly view: DrawingsView | null
  readonly drawings: readonly Drawing[]
  readonly format: DrawingFormat
  readonly selected: DrawingId | null
  /** Returns the price of a line now; null for what has none. */
  readonly priceNow: (drawing: Drawing) => Price | null
  readonly alerts: DrawingAlerts
  readonly addAlert: AddAlert
  readonly onSelect: (drawing: Drawing) => void
  readonly onChange: (drawings: readonly Drawing[]) => void
  readonly onRemove: (drawings: readonly Drawing[]) => void
  readonly onSymbol: (symbol: Symbol) => void
  readonly onClose: () => void
}

/** All drawings of the symbol, newest first, and how many the other symbols have. */
export function DrawingList(props: DrawingListProps) {
  const { symbol, view, drawings, onChange, onRemove, onClose } = props
  const text = useText().drawings
  const isShown = drawings.some(({ hidden }) => !hidden)
  const otherCounts = (view?.counts ?? []).filter(({ key }) => key !== view?.key)
  return (
    <section className="drawing-list" aria-label={text.listOf(symbol)} data-testid="drawing-list">
      <header>
        <h3>
          {text.list} <span className="dim">{drawings.length}</span>
        </h3>
        <IconButton icon={X} size="small" label={text.close} onClick={onClose} />
      </header>
      <ListState view={view} count={drawings.length} />
      <ul>
        {drawings.toReversed().map((drawing) => (
          <Row key={drawing.id} drawing={drawing} {...props} />
        ))}
      </ul>
      {drawings.length > 0 && (
        <div className="drawing-list-all">
          <Button
            size="small"
            variant="quiet"
            onClick={() => onChange(drawings.map((own) => ({ ...own, hidden: isShown })))}
          >
            {isShown ? text.hideAll : text.showAll}
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => onRemove(drawings.filter(({ locked }) => !locked))}
          >
            {text.removeAll}
          </Button>
        </div>
      )}
      {otherCounts.length > 0 && (
        <div className="drawing-list-others">
          <h4>{text.others}</h4>
          {otherCounts.map(({ key, count }) => (
            <Button
              key={key}
              size="small"
              variant="quiet"
              onClick={() => props.onSymbol(keyParts(key).symbol as Symbol)}
            >
              {keyParts(key).symbol} <span className="dim">{count}</span>
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

/** Says what the list lacks. */
function ListState({
  view,
  count,
}: {
  readonly view: DrawingsView | null
  readonly count: number
}) {
  const text = useText().drawings
  const message =
    view === null || view.state === 'loading'
      ? text.loading
      : view.state === 'unreadable'
        ? text.unreadable
        : !view.isStored
          ? text.notStored
          : count === 0
            ? text.none
            : null
  return message === null ? null : (
    <p className="drawing-list-state" role="status">
      {message}
    </p>
  )
}

function Row({
  drawing,
  format,
  selected,
  priceNow,
  alerts,
  addAlert,
  onSelect,
  onChange,
  onRemove,
}: DrawingListProps & { readonly drawing: Drawing }) {
  const text = useText().drawings
  const { kind, locked, hidden, source, text: label } = drawing
  const Icon = DRAWING_ICONS[kind]
  const name = text.kinds[kind]
  const price = priceNow(drawing)
  const alertText = useText().alerts.onDrawing
  const waiting = alerts.get(drawing.id) ?? []
  const whyNot = addAlert.whyNot(drawing)
  return (
    <li data-selected={drawing.id === selected} data-kind={kind}>
      <button
        type="button"
        className="drawing-row"
        aria-pressed={drawing.id === selected}
        {...fullText(drawingLabel(drawing, format, text))}
        onClick={() => onSelect(drawing)}
      >
        <Icon size={13} aria-hidden />
        <span className="drawing-row-name">
          <span className={source.kind === 'person' ? undefined : 'assistant-text'}>
            {label === '' ? name : signedDrawingText(drawing)}
          </span>
          <span className="drawing-row-source">
            {source.kind === 'person' ? text.you : text.by(source.name)}
            {price !== null && ` · ${format.price(price)}`}
          </span>
        </span>
      </button>
      <IconButton
        icon={waiting.length > 0 ? BellRing : BellPlus}
        size="small"
        label={whyNot ?? alertText.addOn(name)}
        hint={[whyNot ?? alertText.addOn(name), ...waiting].join('\n')}
        aria-disabled={whyNot !== null}
        onClick={() => addAlert.add(drawing)}
      />
      <IconButton
        icon={locked ? Lock : LockOpen}
        size="small"
        label={locked ? text.unlock(name) : text.lock(name)}
        onClick={() => onChange([{ ...drawing, locked: !locked }])}
      />
      <IconButton
        icon={hidden ? EyeOff : Eye}
        size="small"
        label={hidden ? text.show(name) : text.hide(name)}
        onClick={() => onChange([{ ...drawing, hidden: !hidden }])}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={text.remove(name)}
        disabled={locked}
        onClick={() => onRemove([drawing])}
      />
    </li>
  )
}
