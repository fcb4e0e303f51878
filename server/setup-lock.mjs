import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A lock for work on the checkout by several processes: it is a folder, because creating one is atomic. The lock of a
 * killed process is taken over. `onWait` is called once if another process holds it.
 */
export async function takeSetupLock(setupFolder, name, onWait = () => {}) {
  let hasCalled = false
  const lock = path.join(setupFolder, `${name}.lock`)
  mkdirSync(setupFolder, { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(path.join(lock, 'pid'), String(process.pid))
      return () => rmSync(lock, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true })
      else {
        if (!hasCalled) onWait()
        hasCalled = true
        await new Promise((done) => setTimeout(done, 300))
      }
    }
  }
}

function isAbandoned(lock) {
  try {
    process.kill(Number(readFileSync(path.join(lock, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    if (error.code !== 'ENOENT') return error.code === 'ESRCH'
    // The process ID is not written yet; its holder gets a moment for that.
    try {
      return Date.now() - statSync(lock).mtimeMs > 5000
    } catch {
      return false
    }
  }
}
