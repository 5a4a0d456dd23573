import { ArrowDown, ArrowUp, CloudUpload, Ellipsis, ListPlus, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type {
  WatchlistState,
  WatchlistView,
} from '../../../shared/domain/reference/watchlist-book.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { formatOptionalMessage } from '../../format/message.js'
import { watchlistLabel } from '../../format/watchlist-label.js'
import { useText } from '../../language/window-text.js'
import { IconButton, Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { ContextMenu, type Point } from '../../ui/menus/context-menu.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { ListDialog, RemoveDialog, type NamedList } from './list-dialogs.js'
import { MINE, type ChosenList } from './use-watchlists.js'
import './watchlist.css'
import { explainByTab } from '../../ui/hints/hint.js'

type OpenDialog = 'create' | 'rename' | 'remove' | null

/** The choice of the list, its state at the broker, and what can be done with it. */
export function ListBar({ lists }: { readonly lists: ChosenList }) {
  const text = useText().watchlist
  const { view, chosen, choose, edit } = lists
  const [menu, setMenu] = useState<Point | null>(null)
  const [open, setOpen] = useState<OpenDialog>(null)
  const button = useRef<HTMLSpanElement>(null)
  const create = async ({ name, atBroker }: NamedList): Promise<boolean> => {
    const after = await edit({ kind: 'create', name, atBroker, symbols: [] })
    const made = after?.lists.find((list) => list.name === name.trim())
    if (made !== undefined) choose(made.id)
    return after !== null
  }
  return (
    <>
      <div className="panel-bar watch-lists">
        <Select<string>
          aria-label={text.list}
          hint={chosen === null ? text.list : watchlistLabel(chosen)}
          value={chosen?.id ?? MINE}
          onValue={choose}
          options={[
            { value: MINE, label: text.mine },
            ...view.lists.map((list) => ({ value: list.id, label: watchlistLabel(list) })),
          ]}
        />
        {chosen !== null && <ListState list={chosen} />}
        <span ref={button}>
          <IconButton
            icon={Ellipsis}
            label={text.lists.menu}
            aria-haspopup="menu"
            aria-expanded={menu !== null}
            onClick={() => {
              const box = button.current?.getBoundingClientRect()
              setMenu({ x: box?.left ?? 0, y: (box?.bottom ?? 0) + 2 })
            }}
          />
        </span>
      </div>
      {chosen?.state === 'conflict' && <ListConflict list={chosen} edit={edit} />}
      {menu !== null && (
        <ContextMenu
          label={text.lists.menu}
          place={menu}
          groups={menuGroups(lists, text, setOpen)}
          onClose={() => setMenu(null)}
        />
      )}
      {open === 'create' && (
        <ListDialog
          title={text.lists.create}
          asksWhere={view.state !== 'absent'}
          onSave={create}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'rename' && chosen !== null && (
        <ListDialog
          title={text.lists.rename}
          name={chosen.name}
          onSave={async ({ name }) =>
            (await edit({ kind: 'rename', id: chosen.id, name })) !== null
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'remove' && chosen !== null && (
        <RemoveDialog
          name={watchlistLabel(chosen)}
          onRemove={() => {
            choose(MINE)
            void edit({ kind: 'remove', id: chosen.id })
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function menuGroups(
  { chosen, edit }: ChosenList,
  text: WindowText['watchlist'],
  ask: (dialog: OpenDialog) => void,
): readonly MenuGroup[] {
  const { lists } = text
  const create: MenuGroup = [
    { id: 'create', label: lists.create, icon: ListPlus, run: () => ask('create') },
  ]
  if (chosen === null) return [create]
  const { id } = chosen
  return [
    create,
    [
      { id: 'rename', label: lists.rename, icon: Pencil, run: () => ask('rename') },
      ...(chosen.state === 'local'
        ? [
            {
              id: 'upload',
              label: lists.upload,
              icon: CloudUpload,
              run: () => void edit({ kind: 'upload', id }),
            },
          ]
        : []),
      {
        id: 'up',
        label: lists.up,
        icon: ArrowUp,
        run: () => void edit({ kind: 'move', id, by: -1 }),
      },
      {
        id: 'down',
        label: lists.down,
        icon: ArrowDown,
        run: () => void edit({ kind: 'move', id, by: 1 }),
      },
    ],
    [{ id: 'remove', label: lists.remove, icon: Trash2, run: () => ask('remove') }],
  ]
}

const TONES: Readonly<Record<WatchlistState, string>> = {
  local: 'badge',
  synced: 'badge',
  pending: 'badge warn',
  conflict: 'badge warn',
  refused: 'badge warn',
}

/** How the list stands to the broker's copy, with the reason of a refusal. */
function ListState({ list: { state, problem } }: { readonly list: WatchlistView }) {
  const text = useText().watchlist.lists
  const reason = formatOptionalMessage(problem)
  const hint = text.stateHints[state]
  return (
    <span
      className={TONES[state]}
      {...explainByTab(reason === null ? hint : `${hint} ${reason}`)}
      data-testid="list-state"
    >
      {text.states[state]}
    </span>
  )
}

/** Both copies of a list that was changed on both sides; nothing is sent until one is chosen. */
function ListConflict({
  list,
  edit,
}: {
  readonly list: WatchlistView
  readonly edit: ChosenList['edit']
}) {
  const text = useText().watchlist.lists
  const { id, symbols, theirs } = list
  const written = (all: readonly string[]): string =>
    all.length === 0 ? text.noSymbols : all.join(', ')
  const resolve = (side: 'mine' | 'theirs'): void => void edit({ kind: 'resolve', id, side })
  return (
    <section className="list-conflict" aria-label={text.states.conflict}>
      <strong>{theirs === null ? text.deletedTitle : text.conflictTitle}</strong>
      <p>{text.mineIs(written(symbols))}</p>
      {theirs !== null && <p>{text.theirsIs(theirs.name, written(theirs.symbols))}</p>}
      <div className="list-conflict-actions">
        <Button size="small" onClick={() => resolve('mine')}>
          {theirs === null ? text.keepAnyway : text.keepMine}
        </Button>
        <Button size="small" onClick={() => resolve('theirs')}>
          {theirs === null ? text.keepDeleted : text.keepTheirs}
        </Button>
      </div>
    </section>
  )
}
