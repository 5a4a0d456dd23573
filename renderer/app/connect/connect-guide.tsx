import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AppStateView } from '../../../shared/domain/app/app-state.js'
import type { AccessWay } from '../../../shared/domain/app/profile.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { usePanelText } from '../../language/panel-text.js'
import { Dialog } from '../../ui/dialog.js'
import { Skeleton } from '../../ui/states.js'
import { useRequest } from '../../ui/use-request.js'
import { freeName } from '../profiles/profile-names.js'
import type { GuideProps } from './guide-props.js'
import { CheckPage } from './check-page.js'
import { EnterPage } from './enter-page.js'
import {
  firstPage,
  guideTarget,
  initialAccess,
  PAGES,
  type GuidePage,
  type GuideTarget,
} from './guide-target.js'
import { RegisterPage } from './register-page.js'
import { TestPage } from './test-page.js'
import './connect.css'

/**
 * Leads from what to create at the broker to a connected account, a page for each step: the sandbox
 * first, then the account.
 */
export function ConnectGuide() {
  const mainWindow = useMainWindow()
  const appState = useSlice(mainWindow.appState, (state) => state.value)
  const profileId = useSlice(mainWindow.layout, (state) => state.profile)
  // The target is chosen once: the pages below create its profile.
  const [target, setTarget] = useState<GuideTarget | null>(null)
  useEffect(() => {
    if (target === null && appState !== null) setTarget(guideTarget(appState, profileId))
  }, [target, appState, profileId])
  return target === null || appState === null ? null : (
    <LoadedGuide target={target} appState={appState} />
  )
}

interface Loaded {
  readonly view: ProfileView | null
  readonly access: AccessWay
}

function LoadedGuide({
  target,
  appState,
}: {
  readonly target: GuideTarget
  readonly appState: AppStateView
}) {
  const { invoke } = useMainWindow()
  const close = useClose()
  const title = usePanelText().connect.title[target.environment]
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const sandbox = appState.profiles.find(({ environment }) => environment === 'sandbox') ?? null
  const [profileId, sandboxId] = [target.profile?.id ?? null, sandbox?.id ?? null]
  useEffect(() => {
    let isCurrent = true
    const load = async (id: typeof profileId): Promise<ProfileView | null> => {
      if (id === null) return null
      const reply = await invoke('profiles.get', { id })
      return reply.ok ? reply.value : null
    }
    void Promise.all([load(profileId), load(sandboxId)]).then(([view, sandboxView]) => {
      const access = view?.profile.access ?? initialAccess(sandboxView)
      if (isCurrent) setLoaded((now) => now ?? { view, access })
    })
    return () => {
      isCurrent = false
    }
  }, [invoke, profileId, sandboxId])
  return loaded === null ? (
    <Dialog title={title} size="large" onClose={close}>
      <Skeleton />
    </Dialog>
  ) : (
    <Pages target={target} appState={appState} loaded={loaded} />
  )
}

function Pages({
  target,
  appState,
  loaded,
}: {
  readonly target: GuideTarget
  readonly appState: AppStateView
  readonly loaded: Loaded
}) {
  const messages = usePanelText().connect
  const close = useClose()
  const [page, setPage] = useState(() => firstPage(target, loaded.view))
  const guide = useGuide({ target, appState, loaded, go: setPage })
  const box = useFocusOnPage(page)
  const pages = PAGES[target.environment]
  const step = messages.step(pages.indexOf(page) + 1, pages.length, messages.steps[page])
  return (
    <Dialog
      title={messages.title[target.environment]}
      className="connect"
      size="large"
      onClose={close}
    >
      <div
        ref={box}
        className="connect-guide"
        data-environment={target.environment}
        data-page={page}
      >
        <h3 className="connect-step" tabIndex={-1}>
          {step}
        </h3>
        <Page key={page} page={page} guide={guide} />
      </div>
    </Dialog>
  )
}

/** Moves the focus to the first control of the next page, or to its step, which is then read. */
function useFocusOnPage(page: GuidePage) {
  const box = useRef<HTMLDivElement>(null)
  const focusedPage = useRef(page)
  useLayoutEffect(() => {
    if (focusedPage.current === page) return
    focusedPage.current = page
    const first =
      box.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      box.current?.querySelector<HTMLElement>('.connect-step')
    first?.focus()
  }, [page])
  return box
}

function Page({ page, guide }: { readonly page: GuidePage; readonly guide: GuideProps }) {
  switch (page) {
    case 'register':
      return <RegisterPage guide={guide} />
    case 'enter':
      return <EnterPage guide={guide} />
    case 'test':
      return <TestPage guide={guide} />
    case 'check':
      return <CheckPage guide={guide} />
  }
}

function useGuide({
  target,
  appState,
  loaded,
  go,
}: {
  readonly target: GuideTarget
  readonly appState: AppStateView
  readonly loaded: Loaded
  readonly go: (page: GuidePage) => void
}): GuideProps {
  const text = usePanelText()
  const { request, busy, problem } = useRequest()
  const [{ view, access }, setState] = useState(loaded)
  const [proceeds, setProceeds] = useState(false)
  /** The state of now, also within a request that began before. */
  const latest = useRef(loaded)
  const requests = useRef(createSerialQueue())
  const update = (change: Partial<Loaded>): void => {
    latest.current = { ...latest.current, ...change }
    setState(latest.current)
  }
  const ensure = (): Promise<ProfileView | null> =>
    requests.current.run(async () => {
      const { environment } = target
      const name = freeName(text.profiles.newName[environment], appState.profiles)
      const created =
        latest.current.view ?? (await request('profiles.create', { name, environment }))
      if (created === null) return null
      update({ view: created })
      const way = latest.current.access
      if (created.profile.access === way) return created
      const { id } = created.profile
      const next = await request('profiles.change', { id, change: { access: way } })
      if (next !== null) update({ view: next })
      return next
    })
  return {
    target,
    view,
    access,
    problem,
    busy,
    setView: (next) => update({ view: next }),
    choose(next) {
      update({ access: next })
      // The redirect address belongs to a profile; the app key alone needs none.
      if (view !== null || next !== 'key') void ensure()
    },
    ensure,
    go(page) {
      setProceeds(false)
      go(page)
    },
    proceeds,
    testAndProceed() {
      setProceeds(true)
      go('test')
    },
  }
}
