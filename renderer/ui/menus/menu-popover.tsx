import { Check, ChevronRight } from 'lucide-react'
import {
  Fragment,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  Menu,
  MenuItem as MenuEntry,
  MenuSection,
  RootMenuTriggerStateContext,
  SubmenuTrigger,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { flushSync } from 'react-dom'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { currentLocale, onLanguageChange } from '../../language/language.js'
import { useLocked } from '../../stores/context.js'
import { focusNearest, focusPath, type FocusPath } from '../focus/focus-path.js'
import type { MenuGroup, MenuItem } from './menu-groups.js'

export interface MenuPopoverProps {
  readonly id?: string | undefined
  readonly label: string
  /** Returns where the menu belongs: a point, or the button that opens it. */
  readonly placeOf: () => DOMRect
  readonly groups: readonly MenuGroup[]
  readonly onClose: () => void
}

const EDGE_PX = 4
const WHOLE_PAGE = { current: document.body }

/**
 * An open menu: arrows and letters move, Escape, Tab and a press outside close it, and the focus
 * returns to where it was before an entry runs.
 */
export function MenuPopover({ id, label, placeOf, groups, onClose }: MenuPopoverProps) {
  const locale = useSyncExternalStore(onLanguageChange, currentLocale, currentLocale)
  const close = useCloseOnce(onClose)
  const root = useMenuTriggerState({ isOpen: true, onOpenChange: close })
  const run = (item: MenuItem): void => {
    if (item.stays !== true) close()
    item.run()
  }
  return (
    <I18nProvider locale={locale}>
      <RootMenuTriggerStateContext.Provider value={root}>
        <MenuEvents onClose={close}>
          <Popover
            className="menu"
            isOpen
            onOpenChange={close}
            triggerRef={WHOLE_PAGE}
            getTargetRect={placeOf}
            placement="bottom start"
            offset={0}
            containerPadding={EDGE_PX}
          >
            <MenuList id={id} label={label} groups={groups} onRun={run} />
          </Popover>
        </MenuEvents>
      </RootMenuTriggerStateContext.Provider>
    </I18nProvider>
  )
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/**
 * Keeps the events of a menu from the panel that opened it: React passes them on to it, as if the
 * menu were inside.
 */
function MenuEvents({
  onClose,
  children,
}: {
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <div
      className="menu-events"
      role="presentation"
      onClick={stop}
      onPointerDown={stop}
      onPointerMove={stop}
      onPointerUp={stop}
      onKeyDown={stop}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Tab') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {children}
    </div>
  )
}

interface MenuListProps extends Pick<MenuPopoverProps, 'label' | 'groups'> {
  readonly id?: string | undefined
  readonly onRun: (item: MenuItem) => void
}

function MenuList({ id, label, groups, onRun }: MenuListProps) {
  return (
    <Menu
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      autoFocus="first"
      shouldFocusWrap
      className="menu-list"
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group, index) => (
          <Fragment key={group[0]?.id ?? index}>
            {index > 0 && <Separator className="menu-rule" />}
            <Group group={group} onRun={onRun} />
          </Fragment>
        ))}
    </Menu>
  )
}

/** Entries that belong together; of those that can be checked, one is. */
function Group({
  group,
  onRun,
}: {
  readonly group: MenuGroup
  readonly onRun: MenuListProps['onRun']
}) {
  const isChoice = group.some(({ checked }) => checked !== undefined)
  const chosen = group.filter(({ checked }) => checked === true).map(({ id }) => id)
  return (
    <MenuSection
      {...(isChoice ? { selectionMode: 'single', selectedKeys: chosen } : {})}
      aria-label={group.map(({ label }) => label).join(', ')}
    >
      {group.map((item) =>
        item.items === undefined ? (
          <Entry key={item.id} item={item} isChoice={isChoice} onRun={onRun} />
        ) : (
          <SubmenuTrigger key={item.id}>
            <Entry item={item} isChoice={isChoice} onRun={onRun} />
            <Popover className="menu" containerPadding={EDGE_PX} offset={-2}>
              <MenuList label={item.label} groups={item.items} onRun={onRun} />
            </Popover>
          </SubmenuTrigger>
        ),
      )}
    </MenuSection>
  )
}

function Entry({
  item,
  isChoice,
  onRun,
}: {
  readonly item: MenuItem
  readonly isChoice: boolean
  readonly onRun: MenuListProps['onRun']
}) {
  const { id, label, icon, disabled = false, stays = false, keys, checked, note, items } = item
  const Icon = isChoice && checked === true ? Check : icon
  return (
    <MenuEntry
      id={id}
      className="menu-item"
      textValue={label}
      isDisabled={disabled}
      shouldCloseOnSelect={!stays}
      {...(items === undefined ? { onAction: () => onRun(item) } : {})}
    >
      {Icon === undefined ? <span className="menu-gap" /> : <Icon size={13} aria-hidden />}
      <span>{label}</span>
      {keys !== undefined && (
        <span className="keys dim" aria-hidden>
          {keys}
        </span>
      )}
      {note}
      {items !== undefined && <ChevronRight className="menu-more" size={13} aria-hidden />}
    </MenuEntry>
  )
}

/**
 * Returns a function that closes the menu once and returns the focus to where it was, now: an entry
 * that opens a dialog finds it there, and the page is not inert any more. A menu closes with the
 * lock.
 */
function useCloseOnce(onClose: () => void): () => void {
  const before = useRef<FocusPath | null>(null)
  before.current ??= focusPath(document)
  const isClosed = useRef(false)
  const close = (): void => {
    if (isClosed.current) return
    isClosed.current = true
    flushSync(onClose)
    focusNearest(before.current ?? [])
  }
  const locked = useLocked()
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (locked) latest.current()
  }, [locked])
  return close
}
