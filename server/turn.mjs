import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A lock for work on the checkout by several processes: it is a folder, because creating one is atomic. The lock of a
 * killed process is taken over. `onWait` is called once if another process holds it.
 */
export async function takeTurn(setupFolder, name, onWait = () => {}) {
  let isTold = false
  const turn = path.join(setupFolder, `${name}.turn`)
  mkdirSync(setupFolder, { recursive: true })
  for (;;) {
    try {
      mkdirSync(turn)
      writeFileSync(path.join(turn, 'pid'), String(process.pid))
      return () => rmSync(turn, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isAbandoned(turn)) rmSync(turn, { recursive: true, force: true })
      else {
        if (!isTold) onWait()
        isTold = true
        await new Promise((done) => setTimeout(done, 300))
      }
    }
  }
}

function isAbandoned(turn) {
  try {
    process.kill(Number(readFileSync(path.join(turn, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    if (error.code !== 'ENOENT') return error.code === 'ESRCH'
    // The process ID is not written yet; its holder gets a moment for that.
    try {
      return Date.now() - statSync(turn).mtimeMs > 5000
    } catch {
      return false
    }
  }
}
