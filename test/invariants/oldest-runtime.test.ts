import { describe, expect, it } from 'vitest'
import { hits, sources } from './sources.js'

/**
 * The product also runs on Electron 25 (Node 18.15, Chromium 114). The compiler's `lib` excludes
 * newer JavaScript; these are newer parts of Node, of pages and of CSS that the typings contain and
 * that runtime lacks.
 */
const MISSING_IN_NODE =
  /\b(URL\.(canParse|parse)\(|AbortSignal\.any\(|ReadableStream\.from\(|process\.(getBuiltinModule|loadEnvFile)\b|import\.meta\.(dirname|filename|resolve|main)\b|(util\.)?styleText\(|\btracingChannel\b|node:(sqlite|sea|test)\b|\bcrypto\.hash\(|\bopenAsBlob\b|addAbortListener)/
const MISSING_IN_PAGES =
  /\b(URL\.(canParse|parse)\(|AbortSignal\.any\(|setHTMLUnsafe|moveBefore\(|scheduler\.yield|EditContext|CloseWatcher|WebSocketStream|documentPictureInPicture|commandForElement|commandfor=|popoverTargetAction=)/
const MISSING_IN_CSS =
  /@scope\b|@starting-style\b|\btransition-behavior\b|\banchor-name\b|\bposition-anchor\b|\banchor\(|\bsubgrid\b|\btext-wrap:\s*pretty|(?<![\w-])scrollbar-(color|width)\s*:|\bfield-sizing\b|\binterpolate-size\b|\bcalc-size\(|\banimation-timeline\b|:user-(in)?valid\b|\bcorner-shape\b|\bround\(|[^-\w]abs\(/

describe('the oldest supported runtime', () => {
  it('has every Node function in use', () => {
    expect(hits(sources(['electron', 'shared']), MISSING_IN_NODE)).toEqual([])
  })

  it('has every page function in use', () => {
    expect(hits(sources(['renderer', 'electron/preload']), MISSING_IN_PAGES)).toEqual([])
  })

  it('supports every style in use', () => {
    const styles = sources(['renderer'], ['.css']).map(({ path, text }) => ({
      path,
      text: text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' ')),
    }))
    expect(hits(styles, MISSING_IN_CSS)).toEqual([])
  })
})
