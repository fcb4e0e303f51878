import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/** Runs an installed tool in the checkout with its output passed through; returns its exit code. */
export function runTool(name: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', name), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', fail)
    child.on('exit', (code) => done(code ?? 1))
  })
}
