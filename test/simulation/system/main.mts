import { runSeed } from './run-seed.js'

const from = Number(process.argv[2] ?? 1)
const count = Number(process.argv[3] ?? 10)
const began = performance.now()
let failed = 0
const kinds = new Map<string, number[]>()
for (let seed = from; seed < from + count; seed += 1) {
  const result = await runSeed(seed, count === 1)
  if (count === 1) console.log(result.trace.join('\n'))
  if (result.violations.length > 0) {
    failed += 1
    for (const text of result.violations) {
      const kind = text.replaceAll(/[0-9A-Za-z]{20,}|OTHER\d+|ticket-\d+/g, '#')
      kinds.set(kind, [...(kinds.get(kind) ?? []), seed])
    }
  }
  if (count <= 10) console.log(seed, result.violations.length, result.steps, result.placed, result.hash.slice(0, 8))
}
for (const [kind, seeds] of kinds) console.log(seeds.length, kind, seeds.slice(0, 6).join(' '))
const seconds = (performance.now() - began) / 1_000
console.log(`${count} seeds, ${failed} failed, ${(count / seconds).toFixed(1)} seeds/s`)
