import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/**
 * Runs an installed tool in the checkout with its output passed through; returns its exit code. The tool runs on the
 * Node.js that runs us, even if npm, which would put it on the path, did not start us.
 */
export function runTool(name: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', name), args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
        ...env,
      },
    })
    child.on('error', fail)
    child.on('exit', (code) => done(code ?? 1))
  })
}
