// The process that lays out graphs: given a graph, it answers with where everything is.

import { laidOut, type Graph } from "./graph_layout";

self.onmessage = (message: MessageEvent<{ graph: Graph }>) => self.postMessage({ drawn: laidOut(message.data.graph) });
