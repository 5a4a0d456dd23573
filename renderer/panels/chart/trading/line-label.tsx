import { Bell, Bot, GripVertical, X } from 'lucide-react'
import { memo, type KeyboardEvent } from 'react'
import type { Decimal } from '../../../../shared/domain/decimal.js'
import { useText } from '../../../language/window-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Signed } from '../../../ui/signed.js'
import { LABEL_HINT, explain, fullText } from '../../../ui/hints/hint.js'

/** What happens with an order at this moment; null for nothing. */
export type LineState = 'moving' | 'changing' | 'canceling' | 'accepted' | null

/** One line as it is shown: texts only, so that an unchanged one is not rendered again. */
export interface LabelView {
  readonly id: string
  readonly kind: 'order' | 'position' | 'alert' | 'instruction' | 'draft' | 'exit'
  readonly tone: 'buy' | 'sell' | 'neutral'
  readonly title: string
  readonly price: string
  readonly figures: string
  readonly signed: Decimal | null
  /** The line in words with its price. */
  readonly message: string
  readonly state: LineState
  /** Why the line cannot be moved; null when it can. */
  readonly block: string | null
  /** Why the last change was not made; null for none. */
  readonly refusal: string | null
  /** What its closing button does; null without one. */
  readonly closeLabel: string | null
  /** The label of a draft's button; null for other lines. */
  readonly sendLabel: string | null
  /** True for a line that the canvas does not draw at this price. */
  readonly isDrawn: boolean
}

/** What a label can do; every function receives the id of the line. */
export interface LabelActions {
  press(id: string, event: PointerEvent): void
  key(id: string, event: KeyboardEvent): void
  blur(id: string): void
  open(id: string): void
  close(id: string): void
  send(id: string): void
  dismiss(id: string): void
}

export interface LineLabelProps {
  readonly view: LabelView
  readonly actions: LabelActions
  /** True for the one line that Tab reaches. */
  readonly isTabStop: boolean
  readonly place: (id: string, element: HTMLElement | null) => void
}

/** A line over the chart with its label, which is the handle to move it. */
export const LineLabel = memo(function LineLabel(props: LineLabelProps) {
  const { view, place } = props
  return (
    <div
      ref={(element) => place(view.id, element)}
      className={`trade-row ${view.kind} ${view.tone}`}
      data-testid="trade-line"
      data-line={view.id}
      data-kind={view.kind}
      data-state={view.state ?? 'rest'}
      data-price={view.price}
    >
      {view.isDrawn && <span className="trade-rule" aria-hidden />}
      {view.isDrawn && (
        <span className="trade-tag tnum" aria-hidden>
          {view.price}
        </span>
      )}
      <LabelBox {...props} />
    </div>
  )
})

const ICONS = { alert: Bell, instruction: Bot } as const

function LabelBox({ view, actions, isTabStop }: LineLabelProps) {
  const text = useText().chartTrading
  const { id, kind, state } = view
  const Icon = kind === 'alert' || kind === 'instruction' ? ICONS[kind] : GripVertical
  const hasIcon = Icon !== GripVertical || view.block === null
  const isShown = state !== null && state !== 'moving'
  return (
    <div className="trade-label" data-label>
      <button
        type="button"
        className="trade-handle"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={view.message}
        aria-disabled={view.block !== null}
        {...(view.block === null ? LABEL_HINT : explain(view.block))}
        data-handle={id}
        onPointerDown={(event) => actions.press(id, event.nativeEvent)}
        onKeyDown={(event) => actions.key(id, event)}
        onBlur={() => actions.blur(id)}
        onClick={(event) => {
          if (event.detail <= 1) actions.open(id)
        }}
      >
        {hasIcon && <Icon size={11} aria-hidden />}
        <span className="trade-title">{view.title}</span>{' '}
        {view.figures !== '' && <Figures figures={view.figures} signed={view.signed} />}{' '}
        {isShown && <span className="trade-state">{text[state]}</span>}
      </button>
      {view.sendLabel !== null && (
        <Button
          size="small"
          variant={view.tone === 'sell' ? 'sell' : 'buy'}
          tabIndex={-1}
          data-testid="draft-send"
          onClick={(event) => {
            if (event.detail <= 1) actions.send(id)
          }}
        >
          {view.sendLabel}
        </Button>
      )}
      {view.closeLabel !== null && (
        <IconButton
          icon={X}
          size="small"
          label={view.closeLabel}
          tabIndex={-1}
          disabled={state === 'canceling'}
          data-testid="line-close"
          onClick={(event) => {
            if (event.detail <= 1) actions.close(id)
          }}
        />
      )}
      {view.refusal !== null && <Refusal view={view} actions={actions} />}
    </div>
  )
}

function Figures({ figures, signed }: Pick<LabelView, 'figures' | 'signed'>) {
  return signed === null ? (
    <span className="trade-figures tnum">{figures}</span>
  ) : (
    <span className="trade-figures">
      <Signed value={signed} tone="pnl">
        {figures}
      </Signed>
    </span>
  )
}

/** Why the last change was not made, at the line that is where it was. */
function Refusal({ view, actions }: Pick<LineLabelProps, 'view' | 'actions'>) {
  const text = useText().chartTrading
  return (
    <span className="trade-refusal" role="status" data-testid="line-refusal">
      <span {...fullText(view.refusal ?? '')}>{text.notChanged(view.refusal ?? '')}</span>
      <IconButton
        icon={X}
        size="small"
        label={text.dismiss}
        onClick={() => actions.dismiss(view.id)}
      />
    </span>
  )
}
