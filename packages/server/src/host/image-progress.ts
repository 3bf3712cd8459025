// Shows several images being made at once: who is at work, for how long, and a line for each that is done.
import type { ImageProgress, ImageReport } from '../features/images/build-images.ts'
import { formatSeconds, type StepOutput } from './steps.ts'

export interface ProgressView {
  update(progress: ImageProgress): void
  stop(): void
}

export function showImageProgress(output: StepOutput): ProgressView {
  const atWork = new Map<string, { startedAt: number; detail: string }>()
  const clear = output.isTerminal ? '\r\x1b[2K' : ''
  const show = () => {
    const lanes = [...atWork].map(([name, { startedAt, detail }]) =>
      `${name} ${formatSeconds(Date.now() - startedAt)} ${detail}`.slice(0, 55),
    )
    if (lanes.length > 0) output.write(`${clear}  ${lanes.join('  |  ')}${output.isTerminal ? '' : '\n'}`)
  }
  const ticker = setInterval(show, output.isTerminal ? 1_000 : 10_000)
  return {
    update(progress) {
      if (progress.kind === 'started') atWork.set(progress.name, { startedAt: Date.now(), detail: '' })
      else if (progress.kind === 'working') {
        const lane = atWork.get(progress.name)
        if (lane) lane.detail = progress.detail
      } else {
        atWork.delete(progress.report.name)
        output.write(`${clear}${describeReport(progress.report)}\n`)
      }
    },
    stop: () => clearInterval(ticker),
  }
}

export function describeReport(report: ImageReport): string {
  if (!report.ok) return `✗ ${report.name}: ${report.error.message}`
  if (report.outcome === 'present') return `✓ ${report.name} is there`
  return `✓ ${report.name} ${report.outcome}, ${formatSize(report.image.sizeBytes)} (${formatSeconds(report.ms)})`
}

export function formatSize(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
