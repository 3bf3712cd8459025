// How the container of the ingress is known: one for each instance on a machine, by labels, so that `down` finds it too.
import type { HaproxyOptions } from '../../drivers/ingress/haproxy.ts'
import { networkName } from '../apps/app-containers.ts'

export function ingressContainer(
  image: string,
  instanceId: string,
  nodeId: string,
): Pick<HaproxyOptions, 'image' | 'name' | 'labels' | 'moreLabels'> {
  return {
    image,
    name: `${networkName(instanceId)}-ingress`,
    labels: { 'levelrail.instance': instanceId, 'levelrail.role': 'ingress' },
    moreLabels: ingressLabels(nodeId),
  }
}

export function ingressLabels(nodeId: string): Record<string, string> {
  return { 'levelrail.role': 'ingress', 'levelrail.node': nodeId }
}
