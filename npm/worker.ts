// The worker of startRemote() in browsers.
import { serve } from "./serve.js";

const take = serve((message) => postMessage(message));
onmessage = (event) => take(event.data);
