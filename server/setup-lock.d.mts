export function takeSetupLock(setupFolder: string, name: string, onWait?: () => void): Promise<() => void>
