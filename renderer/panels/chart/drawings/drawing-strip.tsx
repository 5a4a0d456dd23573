import { Layers, Magnet, MousePointer2, Redo2, Undo2, type LucideIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import {
  DRAWING_GROUPS,
  DRAWING_KINDS,
  DRAWING_RULES,
  type DrawingKind,
} from '../../../../shared/domain/drawings/drawing-kinds.js'
import { useText } from '../../../language/window-text.js'
import { DRAWING_ICONS } from './drawing-icons.js'
import { LABEL_HINT } from '../../../ui/hints/hint.js'

export interface DrawingStripProps {
  readonly tool: DrawingKind | null
  /** `isByKey`: the next point is placed by keys. */
  readonly onTool: (tool: DrawingKind | null, isByKey: boolean) => void
  readonly magnet: boolean
  readonly onMagnet: (on: boolean) => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly isListOpen: boolean
  readonly onList: (open: boolean) => void
}

/** The buttons stand in two columns. */
const COLUMNS = 2
const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
}

/** The tools at the left edge of the chart: one tab stop, and arrow keys move between them. */
export function DrawingStrip(props: DrawingStripProps) {
  const text = useText().drawings
  const box = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState('pointer')
  const buttons = (): readonly HTMLButtonElement[] => [
    ...(box.current?.querySelectorAll<HTMLButtonElement>('button') ?? []),
  ]
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = buttons()
    const index = all.findIndex((button) => button === document.activeElement)
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? all.length - 1
          : index + (KEYS[event.key] ?? 0)
    if (to === index || index < 0) return
    event.preventDefault()
    all[Math.min(all.length - 1, Math.max(0, to))]?.focus()
  }
  const tab = (id: string): Tab => ({
    tabIndex: id === current ? 0 : -1,
    onFocus: () => setCurrent(id),
    'data-tool': id,
  })
  return (
    <div
      ref={box}
      className="drawing-strip"
      role="toolbar"
      aria-label={text.tools}
      onKeyDown={onKeyDown}
      data-testid="drawing-strip"
    >
      <ToolGroups {...props} tab={tab} />
    </div>
  )
}

interface Tab {
  readonly tabIndex: number
  readonly onFocus: () => void
  readonly 'data-tool': string
}

/** The buttons, in groups of what belongs together. */
function ToolGroups({ tab, ...props }: DrawingStripProps & { readonly tab: (id: string) => Tab }) {
  const text = useText().drawings
  return (
    <>
      <div className="drawing-group">
        <Tool
          {...tab('pointer')}
          icon={MousePointer2}
          label={text.pointer}
          pressed={props.tool === null}
          onPress={(isByKey) => props.onTool(null, isByKey)}
        />
        <Tool
          {...tab('magnet')}
          icon={Magnet}
          label={text.magnet}
          pressed={props.magnet}
          onPress={() => props.onMagnet(!props.magnet)}
        />
      </div>
      {DRAWING_GROUPS.map((group) => (
        <div key={group} className="drawing-group">
          {DRAWING_KINDS.filter((kind) => DRAWING_RULES[kind].group === group).map((kind) => (
            <Tool
              key={kind}
              {...tab(kind)}
              icon={DRAWING_ICONS[kind]}
              label={text.kinds[kind]}
              pressed={props.tool === kind}
              onPress={(isByKey) => props.onTool(props.tool === kind ? null : kind, isByKey)}
            />
          ))}
        </div>
      ))}
      <div className="drawing-group">
        <Tool
          {...tab('undo')}
          icon={Undo2}
          label={text.undo}
          disabled={!props.canUndo}
          onPress={props.onUndo}
        />
        <Tool
          {...tab('redo')}
          icon={Redo2}
          label={text.redo}
          disabled={!props.canRedo}
          onPress={props.onRedo}
        />
        <Tool
          {...tab('list')}
          icon={Layers}
          label={text.list}
          pressed={props.isListOpen}
          onPress={() => props.onList(!props.isListOpen)}
        />
      </div>
    </>
  )
}

interface ToolProps extends Tab {
  readonly icon: LucideIcon
  readonly label: string
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly onPress: (isByKey: boolean) => void
}

function Tool({
  icon: Icon,
  label,
  pressed,
  disabled = false,
  onPress,
  ...buttonProps
}: ToolProps) {
  return (
    <button
      type="button"
      className="button icon quiet small drawing-tool"
      aria-label={label}
      {...LABEL_HINT}
      aria-pressed={pressed}
      aria-disabled={disabled}
      onClick={(event) => {
        // A click that no pointer made has no count.
        if (!disabled) onPress(event.detail === 0)
      }}
      {...buttonProps}
    >
      <Icon size={15} aria-hidden />
    </button>
  )
}
