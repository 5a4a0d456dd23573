import type {
  PictureSource,
  PictureTarget,
} from '../../../shared/domain/app/picture-request.schema.js'
import { MAX_PICTURE_BYTES } from '../../../shared/domain/account/journal-notes.js'
import { toPng } from '../../chart/picture.js'
import { describeError } from '../../language/error-message.js'
import type { MainWindow } from '../../stores/main-window.js'
import { symbolOf } from '../../stores/selection.js'
import { toast, toastError } from '../../stores/toasts.js'

const CHART = 'chart'

/** Returns the panel with the focus, else the one in front of the active group. */
function activePanel(page: Document): HTMLElement | null {
  const focused = page.activeElement?.closest('.dv-groupview') ?? null
  const group = focused ?? page.querySelector('.dv-groupview.dv-active-group')
  const panels = [...(group ?? page).querySelectorAll<HTMLElement>('[data-panel]')]
  return panels.find((panel) => panel.offsetParent !== null) ?? null
}

/** Returns the picture of the shown chart with its caption; null while there is none. */
function chartPicture({ charts, selection }: MainWindow): string | null {
  const symbol = symbolOf(selection.getState())
  const taken = symbol === null ? null : charts.take(symbol)
  return taken?.outcome === 'taken' ? toPng(taken.canvas, MAX_PICTURE_BYTES) : null
}

/** Returns the visible part of an element in whole pixels. */
function areaOf(element: HTMLElement, page: Window): PictureSource {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))]
  return {
    kind: 'area',
    x,
    y,
    width: Math.max(1, Math.min(page.innerWidth, Math.ceil(right)) - x),
    height: Math.max(1, Math.min(page.innerHeight, Math.ceil(bottom)) - y),
  }
}

/** Resolves after the next frame is painted, so that a palette that just closed is not in it. */
const painted = (page: Window): Promise<void> =>
  new Promise((resolve) => {
    page.requestAnimationFrame(() => page.requestAnimationFrame(() => resolve()))
  })

/**
 * Copies or saves a picture of the active panel as it is seen; a chart has a caption with its
 * symbol, timespan, time and environment.
 */
export async function takePicture(
  mainWindow: MainWindow,
  target: PictureTarget,
  page: Window = window,
): Promise<void> {
  await painted(page)
  const { toasts, invoke } = mainWindow
  const panel = activePanel(page.document)
  if (panel === null) {
    toast(toasts, 'info', ({ pictures }) => pictures.noPanel)
    return
  }
  const name = panel.dataset['panel'] ?? ''
  const png = name === CHART ? chartPicture(mainWindow) : null
  const source = png === null ? areaOf(panel, page) : { kind: 'png' as const, png }
  const reply = await invoke('picture.take', { source, name, target })
  if (!reply.ok) toastError(toasts, reply.error, describeError)
  else if (reply.value.taken) {
    toast(toasts, 'good', ({ pictures }) =>
      target === 'clipboard' ? pictures.copied : pictures.saved,
    )
  }
}
