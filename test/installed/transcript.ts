import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../test-results/installed', import.meta.url))

/** What happened, for people who read it later. */
export class Transcript {
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

  /** Takes a picture of a screen. */
  picture(display: string, name: string): void {
    this.#pictures += 1
    const file = path.join(FOLDER, `${this.#pictures}-${name}.png`)
    execFileSync('scrot', ['--overwrite', file], { env: { ...process.env, DISPLAY: display } })
    this.line(`  picture: ${path.basename(file)}`)
  }
}
