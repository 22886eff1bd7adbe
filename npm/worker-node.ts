// The worker of startRemote() in Node.
import { parentPort } from "node:worker_threads";
import { serve } from "./serve.js";

const take = serve((message) => parentPort?.postMessage(message));
parentPort?.on("message", take);
