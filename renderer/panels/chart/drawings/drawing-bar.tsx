import {
  BellPlus,
  BellRing,
  Copy,
  Eye,
  EyeOff,
  Lock,
  LockOpen,
  PaintBucket,
  TicketCheck,
  Trash2,
  Type,
} from 'lucide-react'
import { useId, useState } from 'react'
import {
  asMoney,
  decimalText,
  isPositive,
  parseDecimal,
} from '../../../../shared/domain/decimal.js'
import {
  DRAWING_COLORS,
  DRAWING_DASHES,
  DRAWING_WIDTHS,
} from '../../../../shared/domain/drawings/drawing.js'
import {
  type Drawing,
  type DrawingStyle,
} from '../../../../shared/domain/drawings/drawing.schema.js'
import { DRAWING_RULES, isPositionPlan } from '../../../../shared/domain/drawings/drawing-kinds.js'
import { useText } from '../../../language/window-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { TextInput } from '../../../ui/field.js'
import { explain, explainByTab } from '../../../ui/hints/hint.js'

export interface DrawingBarProps {
  readonly drawing: Drawing
  readonly onStyle: (style: DrawingStyle) => void
  readonly onChange: (change: Partial<Pick<Drawing, 'locked' | 'hidden' | 'risk'>>) => void
  readonly onText: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onTicket: () => void
  /** What the alerts on it wait for. */
  readonly alerts: readonly string[]
  /** Why it can have no alert; null where it can. */
  readonly whyNoAlert: string | null
  readonly onAlert: () => void
}

/** What can be done with the selected drawing. */
export function DrawingBar(props: DrawingBarProps) {
  const { drawing, onStyle, onChange } = props
  const text = useText().drawings
  const { style, kind, locked, hidden } = drawing
  const rule = DRAWING_RULES[kind]
  const isPlan = isPositionPlan(kind)
  return (
    <div
      className="drawing-bar"
      role="group"
      aria-label={text.selected(text.kinds[kind])}
      data-testid="drawing-bar"
    >
      <span className="drawing-bar-name">{text.kinds[kind]}</span>
      <Colors style={style} onStyle={onStyle} />
      <Lines style={style} onStyle={onStyle} />
      {rule.fills && !isPlan && (
        <IconButton
          icon={PaintBucket}
          size="small"
          label={text.fill}
          aria-pressed={style.fill}
          onClick={() => onStyle({ ...style, fill: !style.fill })}
        />
      )}
      {isPlan ? (
        <Plan key={drawing.id} {...props} />
      ) : (
        <IconButton
          icon={Type}
          size="small"
          label={text.editText}
          disabled={locked}
          onClick={props.onText}
        />
      )}
      <AlertButton {...props} />
      <IconButton icon={Copy} size="small" label={text.duplicate} onClick={props.onDuplicate} />
      <IconButton
        icon={locked ? Lock : LockOpen}
        size="small"
        label={locked ? text.unlockThis : text.lockThis}
        aria-pressed={locked}
        onClick={() => onChange({ locked: !locked })}
      />
      <IconButton
        icon={hidden ? EyeOff : Eye}
        size="small"
        label={text.hideThis}
        aria-pressed={hidden}
        onClick={() => onChange({ hidden: !hidden })}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={text.removeThis}
        disabled={locked}
        onClick={props.onRemove}
      />
    </div>
  )
}

/** Adds an alert; says how many there are, and why a kind of drawing can have none. */
function AlertButton({ alerts, whyNoAlert, onAlert }: DrawingBarProps) {
  const text = useText().alerts.onDrawing
  const label = whyNoAlert ?? text.add
  const title = [label, ...alerts].join('\n')
  return (
    <span className="drawing-alert" data-count={alerts.length}>
      <IconButton
        icon={alerts.length > 0 ? BellRing : BellPlus}
        size="small"
        label={label}
        hint={title}
        aria-disabled={whyNoAlert !== null}
        data-testid="drawing-add-alert"
        onClick={() => {
          if (whyNoAlert === null) onAlert()
        }}
      />
      {alerts.length > 0 && (
        <span className="drawing-alert-count" {...explainByTab(alerts.join('\n'))}>
          {alerts.length}
        </span>
      )}
    </span>
  )
}

interface StyleProps {
  readonly style: DrawingStyle
  readonly onStyle: (style: DrawingStyle) => void
}

function Colors({ style, onStyle }: StyleProps) {
  const text = useText().drawings
  const name = useId()
  return (
    <span className="drawing-colors" role="radiogroup" aria-label={text.color}>
      {DRAWING_COLORS.map((color) => (
        <label
          key={color}
          className="drawing-color"
          data-color={color}
          {...explain(text.colors[color])}
        >
          <input
            type="radio"
            name={name}
            aria-label={text.colors[color]}
            checked={style.color === color}
            onChange={() => onStyle({ ...style, color })}
          />
        </label>
      ))}
    </span>
  )
}

function Lines({ style, onStyle }: StyleProps) {
  const text = useText().drawings
  return (
    <>
      <select
        className="input small"
        aria-label={text.width}
        value={style.width}
        onChange={(event) => {
          const width = DRAWING_WIDTHS.find((known) => known.toString() === event.target.value)
          if (width !== undefined) onStyle({ ...style, width })
        }}
      >
        {DRAWING_WIDTHS.map((width) => (
          <option key={width} value={width}>
            {text.widths(width)}
          </option>
        ))}
      </select>
      <select
        className="input small"
        aria-label={text.dash}
        value={style.dash}
        onChange={(event) => {
          const dash = DRAWING_DASHES.find((known) => known === event.target.value)
          if (dash !== undefined) onStyle({ ...style, dash })
        }}
      >
        {DRAWING_DASHES.map((dash) => (
          <option key={dash} value={dash}>
            {text.dashes[dash]}
          </option>
        ))}
      </select>
    </>
  )
}

/** The amount at risk, from which the quantity follows, and the way to the ticket. */
function Plan({ drawing, onChange, onTicket }: DrawingBarProps) {
  const text = useText().drawings
  const [typed, setTyped] = useState(drawing.risk === null ? '' : decimalText(drawing.risk))
  const amount = parseDecimal(typed.trim().replaceAll(',', ''))
  const isInvalid = typed.trim() !== '' && (amount === null || !isPositive(amount))
  const save = (): void => {
    if (isInvalid) return
    const risk = amount === null ? null : asMoney(amount)
    const before = drawing.risk === null ? null : decimalText(drawing.risk)
    if ((risk === null ? null : decimalText(risk)) !== before) onChange({ risk })
  }
  return (
    <>
      <label className="drawing-risk" {...explain(isInvalid ? text.riskInvalid : text.riskHint)}>
        {text.risk}
        <TextInput
          className="small num"
          inputMode="decimal"
          value={typed}
          aria-invalid={isInvalid}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
      </label>
      <Button
        size="small"
        icon={TicketCheck}
        onClick={() => {
          save()
          onTicket()
        }}
      >
        {text.toTicket}
      </Button>
    </>
  )
}
