import { command, runProgram } from './lib/command.mjs'

const HELP = `npm run saboteur                   applies each fault of test/saboteur to a copy of the sources, one at a time, and
                                   runs the tests named for it; fails when a fault is not detected or does not apply
npm run saboteur -- --only <id>    one fault (repeat for several)
                    --from <id>    this fault and those after it in the list
                    --continue     without those that a run on the same sources detected already; an
                                   ended run is continued so
                    --workers 2    the number of copies (one per core, at most 4)
                    --list         prints the faults and their tests, and runs nothing`

await command(HELP, (args) => runProgram('test/saboteur/main.ts', args))
