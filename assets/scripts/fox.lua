-- The fox is after the galley's chickens, and runs from the undead: where it comes from, there they are.

local FEAR = 6 -- it runs from the undead that it sees from so near, in tiles
local NOSE = 10 -- it smells prey from so far off, in tiles
local STROLL = 3 -- it stays so near to its den when there is nothing to do, in tiles
local HOARSE = 400 -- it cries at most once in so many calls, 20 seconds

function process(fox)
    local memory = creature.memory
    memory.den = memory.den or { x = fox.x, y = fox.y }

    if memory.hoarse then
        memory.hoarse = memory.hoarse > 1 and memory.hoarse - 1 or nil
    end
    local undead = nearest("undead", FEAR)
    if undead and can_see(undead) then
        if not memory.hoarse then
            say("Yip! Yip!")
            memory.hoarse = HOARSE
        end
        flee(undead)
        return
    end

    local prey = nearest("prey", NOSE)
    if prey then
        game.setTarget(fox, prey.x, prey.y, true)
        strike(prey)
    elseif fox.state == "idle" and random() < 0.1 then
        local x = memory.den.x + (random() * 2 - 1) * STROLL
        local y = memory.den.y + (random() * 2 - 1) * STROLL
        pcall(game.setTarget, fox, x, y) -- a point beside the deck is no target, and it stays where it is
    end
end
