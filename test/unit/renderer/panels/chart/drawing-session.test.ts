import { describe, expect, it } from 'vitest'
import { DrawingSession } from '../../../../../renderer/panels/chart/drawings/drawing-session.js'
import type { OnFrame } from '../../../../../renderer/bridge/stream.js'
import type { DrawingsView } from '../../../../../shared/domain/drawings/drawings-view.js'
import type { DrawingEdit } from '../../../../../shared/domain/drawings/drawing.schema.js'
import { appError, type AppError } from '../../../../../shared/domain/app/app-error.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { AAPL, anchor, drawing, drawingTerms } from '../../../core/drawings/drawing-fixture.js'

type Reply = Result<{ readonly revision: number }, AppError>

/** A session over a main process that answers when the test says so. */
function openSession() {
  const sent: DrawingEdit[] = []
  const replies: ((reply: Reply) => void)[] = []
  const errors: AppError[] = []
  let onFrame: OnFrame = () => undefined
  let isClosed = false
  const session = new DrawingSession(
    {
      invoke: ((_name: string, { edit }: { readonly edit: DrawingEdit }) => {
        sent.push(edit)
        return new Promise<Reply>((resolve) => replies.push(resolve))
      }) as never,
      openStream: (_topics, listener) => {
        onFrame = listener
        return () => {
          isClosed = true
        }
      },
    },
    AAPL,
  )
  const close = session.open()
  const receive = (revision: number, drawings: DrawingsView['drawings']): void => {
    const body: DrawingsView = {
      key: AAPL,
      state: 'ready',
      revision,
      drawings,
      counts: [],
      isStored: true,
    }
    const frame = { index: 0, seq: revision, kind: 'snapshot' as const, asOf: 0, body }
    onFrame(frame as never, { kind: 'drawings', key: AAPL })
  }
  const reply = async (answer: Reply): Promise<void> => {
    replies.shift()?.(answer)
    await Promise.resolve()
    await Promise.resolve()
  }
  const edit = (change: DrawingEdit): void => session.edit(change, (error) => errors.push(error))
  return { session, sent, errors, receive, reply, edit, close, isClosed: () => isClosed }
}

const ids = ({ session }: ReturnType<typeof openSession>): readonly string[] =>
  session.state.drawings.map(({ id }) => id)
const moved = drawing(1, drawingTerms('horizontal', [anchor(0, '190')]))

describe('the drawings of an instrument in a window', () => {
  it('shows an edit at once, and drops it only when the list of main has it', async () => {
    const open = openSession()
    open.receive(1, [])
    open.edit({ kind: 'add', drawings: [drawing(1)] })
    expect(ids(open)).toEqual([drawing(1).id])

    await open.reply(ok({ revision: 2 }))
    expect(ids(open)).toEqual([drawing(1).id])
    open.receive(2, [drawing(1)])
    expect(ids(open)).toEqual([drawing(1).id])
    open.receive(3, [])
    expect(ids(open)).toEqual([])
  })

  it('takes an edit back that main refuses, and reports why', async () => {
    const open = openSession()
    open.receive(1, [drawing(1)])
    open.edit({ kind: 'remove', ids: [drawing(1).id] })
    expect(ids(open)).toEqual([])

    const why = message('storage.drawingsUnreadable')
    await open.reply(err(appError('storage/failed', why, { retry: 'safe' })))

    expect(ids(open)).toEqual([drawing(1).id])
    expect(open.errors).toHaveLength(1)
  })

  it('shows what another window or an assistant drew', () => {
    const open = openSession()
    open.receive(1, [drawing(1)])
    open.receive(2, [drawing(1), drawing(2)])
    expect(ids(open)).toEqual([drawing(1).id, drawing(2).id])
  })

  it('sends the inverse of an edit to undo it, and the edit to do it again', async () => {
    const open = openSession()
    open.receive(1, [drawing(1)])
    open.edit({ kind: 'change', drawings: [moved] })
    await open.reply(ok({ revision: 2 }))
    open.receive(2, [moved])

    open.session.undo(() => undefined)
    expect(open.sent.at(-1)).toEqual({ kind: 'change', drawings: [drawing(1)] })
    expect(open.session.state).toMatchObject({ canUndo: false, canRedo: true })
    open.session.redo(() => undefined)
    expect(open.sent.at(-1)).toEqual({ kind: 'change', drawings: [moved] })
  })

  it('cannot undo in another profile what was drawn in the one before', () => {
    const open = openSession()
    open.receive(5, [drawing(1)])
    open.edit({ kind: 'remove', ids: [drawing(1).id] })
    open.receive(1, [drawing(2)])
    expect(ids(open)).toEqual([drawing(2).id])
    open.session.undo(() => undefined)
    expect(open.sent).toHaveLength(1)
  })

  it('closes its stream with the last chart', () => {
    const open = openSession()
    const other = open.session.open()
    open.close()
    expect(open.isClosed()).toBe(false)
    other()
    expect(open.isClosed()).toBe(true)
  })
})
