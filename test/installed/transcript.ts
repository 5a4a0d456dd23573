import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, release } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../build/lib/paths.mjs'

const FOLDER = fileURLToPath(new URL('../../test-results/installed', import.meta.url))
/** The page of the last complete run. */
export const PAGE = 'docs/installed-life.md'

interface StepLine {
  readonly title: string
  readonly seen: string
  readonly seconds: number
}

/** What happened, for people who read it later. */
export class Transcript {
  readonly #steps: StepLine[] = []
  #pictures = 0

  constructor() {
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
  }

  /** Adds a line, and prints it. */
  line(text: string): void {
    process.stdout.write(`${text}\n`)
    appendFileSync(path.join(FOLDER, 'transcript.txt'), `${text}\n`)
  }

  /** Adds a step that succeeded, with what was seen. */
  step(title: string, seen: string, ms: number): void {
    const seconds = ms / 1_000
    this.#steps.push({ title, seen, seconds })
    this.line(`ok      ${title} (${seconds.toFixed(1)} s)${seen === '' ? '' : `: ${seen}`}`)
  }

  /** Takes a picture of a screen. */
  picture(display: string, name: string): void {
    this.#pictures += 1
    const file = path.join(FOLDER, `${this.#pictures}-${name}.png`)
    execFileSync('scrot', ['--overwrite', file], { env: { ...process.env, DISPLAY: display } })
    this.line(`  picture: ${path.basename(file)}`)
  }

  /** Writes the page of a run of which every step succeeded. */
  writePage(packages: readonly string[], computer: string): void {
    const day = new Date().toISOString().slice(0, 10)
    const rows = this.#steps.map(
      ({ title, seen, seconds }, index) =>
        `| ${index + 1} | ${title} | ${seen.replaceAll('|', '\\|')} | ${seconds.toFixed(1)} s |`,
    )
    writeFileSync(
      path.join(ROOT, PAGE),
      `# The installed life of a package

Written by \`npm run package -- --verify --page\`; do not edit it. It repeats the last complete run:
run it again instead. It says what was done to an installed deb, as a person and as root, and what
was seen of it in files, processes and windows.

| | |
|---|---|
| Date | ${day} |
| Packages | ${packages.map((name) => `\`${path.basename(name)}\``).join(', then ')} |
| Installed on | ${computer} |
| Kernel | Linux ${release()}, ${arch()} |
| Screen | Xvfb with openbox; mouse and keyboard by the X server |

| # | Step | Seen | Time |
|---|---|---|---|
${rows.join('\n')}
`,
    )
    this.line(`${PAGE} was written.`)
  }
}
