(()=>{"use strict";
const b=document.body;
// Two taps are one.
addEventListener("submit",e=>{if(e.target.dataset.sent)e.preventDefault();else if(b.dataset.live===undefined)e.target.dataset.sent=1},true);
if(b.dataset.live===undefined)return;
const main=()=>document.getElementById("main");let busy=false,missed=false,off=null,said=null,until=0;
const open=()=>[...document.querySelectorAll("details[open]")].map(d=>d.id);
const show=t=>{const d=new DOMParser().parseFromString(t,"text/html"),n=d.getElementById("main");
if(!n){location.reload();return}
const a=document.activeElement,k=a&&a.closest&&a.closest("[id]")&&a.name?[a.closest("[id]").id,a.name,a.value]:null,o=open();
if(said&&Date.now()<until&&!n.querySelector("[role=status]"))n.prepend(said);
main().replaceWith(n);const h=d.querySelector("header");if(h)document.querySelector("header").replaceWith(h);
const f=d.querySelector("footer");if(f)document.querySelector("footer").replaceWith(f);
o.forEach(i=>{const e=document.getElementById(i);if(e&&e.tagName==="DETAILS")e.open=true});
if(k){const c=document.getElementById(k[0]);const e=c&&[...c.querySelectorAll("[name]")].find(x=>x.name===k[1]&&(x.tagName!=="BUTTON"||x.value===k[2]));if(e)e.focus({preventScroll:true})}};
const writing=()=>{const a=document.activeElement;return a&&a.tagName==="INPUT"&&main().contains(a)};
const line=on=>{if(on){if(!off){off=document.createElement("p");off.className="offline";off.setAttribute("role","status");
off.textContent=b.dataset.offline+". "+b.dataset.old;b.prepend(off)}}else if(off){off.remove();off=null}};
const load=async()=>{if(busy||writing()){missed=true;return}missed=false;busy=true;
try{const r=await fetch("/",{headers:{"X-Page":"1"}});if(r.status===401){location.reload();return}if(r.ok)show(await r.text());line(false)}catch(e){line(true)}busy=false;if(missed)load()};
addEventListener("focusout",()=>setTimeout(()=>{if(missed&&!writing())load()},50));
addEventListener("submit",async e=>{const f=e.target,s=e.submitter;if(!main().contains(f))return;e.preventDefault();if(busy)return;busy=true;
if(s)s.setAttribute("aria-busy","true");
const d=new URLSearchParams(new FormData(f));if(s&&s.name)d.set(s.name,s.value);
try{const r=await fetch(f.action,{method:"POST",body:d});if(s)s.removeAttribute("aria-busy");document.activeElement&&document.activeElement.blur();
const t=await r.text();if((r.headers.get("content-type")||"").startsWith("text/html")){said=null;show(t);said=main().querySelector("[role=status]");until=Date.now()+10000}line(false)}
catch(x){if(s)s.removeAttribute("aria-busy");line(true)}busy=false;if(missed)load()});
let es;const listen=()=>{if(es)es.close();es=new EventSource("/events");
es.addEventListener("change",load);es.onopen=()=>{if(off)load()};es.onerror=()=>{line(true);if(es.readyState===2)setTimeout(listen,5000)}};
listen();
addEventListener("pageshow",e=>{if(e.persisted)load()});
document.addEventListener("visibilitychange",()=>{if(document.visibilityState==="hidden"){es.close()}else{listen();load()}});
addEventListener("online",load);addEventListener("offline",()=>line(true));
})();
